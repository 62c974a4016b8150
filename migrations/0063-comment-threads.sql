-- A reply names the first comment of its thread. No foreign key: replies stay together when that comment is deleted.
alter table comments add column parent_id text;
create index comments_by_parent on comments (parent_id) where parent_id is not null;
-- When and by whom the thread was resolved, on each of its comments; null while it is open.
alter table comments add column resolved_at bigint;
alter table comments add column resolved_by text references users (id);
-- The replies of a first comment.
alter table comments add column reply_count integer not null default 0;
