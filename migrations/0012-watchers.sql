-- The reporter and the assignee of a ticket watch it without a row; a row says what somebody else does, or that
-- somebody does not want to (watching = 0), which nothing automatic undoes.
create table ticket_watchers (
  ticket_id text not null references tickets (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  watching integer not null check (watching in (0, 1)),
  created_at bigint not null,
  primary key (ticket_id, user_id)
) /*sqlite without rowid*/;
create index ticket_watchers_by_user on ticket_watchers (user_id, ticket_id);

-- Who a comment mentions, as understood when it was written. Most comments mention nobody: the count spares the look.
alter table comments add column mention_count integer not null default 0;
create table comment_mentions (
  comment_id text not null references comments (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  primary key (comment_id, user_id)
) /*sqlite without rowid*/;
create index comment_mentions_by_user on comment_mentions (user_id);
