-- A link counts for the instance's own access to code hosts only when an administrator approved it. Links from before this
-- migration wait: nobody has looked at them.
alter table project_repositories add column id text;
alter table project_repositories add column state text not null default 'waiting'
  check (state in ('waiting', 'approved', 'refused'));
-- 0 and null: linked before this migration.
alter table project_repositories add column linked_at bigint not null default 0;
alter table project_repositories add column linked_by text references users (id) on delete set null;
alter table project_repositories add column decided_at bigint;
-- Null with decided_at: decided on the command line.
alter table project_repositories add column decided_by text references users (id) on delete set null;
update project_repositories set id = gen_random_uuid()::text;
create unique index project_repositories_by_id on project_repositories (id);
create index project_repositories_by_state on project_repositories (state, linked_at, id);
create index project_repositories_by_linked_at on project_repositories (linked_at, id);
