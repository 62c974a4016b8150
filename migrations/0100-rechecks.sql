-- compatible: since 0091
-- 1: a person wrote its command, so runners may run it. Criteria of before are unknown in this.
alter table ticket_criteria add column is_runnable integer not null default 0 check (is_runnable in (0, 1));
create index ticket_criteria_runnable on ticket_criteria (ticket_id) where is_runnable = 1;

-- 0: pushes to the default branch do not check done tickets again.
alter table project_automation add column recheck integer not null default 1 check (recheck in (0, 1));

-- The files that pushes of a ticket touched, as code hosts report them.
create table ticket_pushed_files (
  ticket_id text not null references tickets (id) on delete cascade,
  path text not null check (length(path) <= 400),
  primary key (ticket_id, path)
);

-- A ticket is reopened for a commit once.
create table ticket_reopenings (
  ticket_id text not null references tickets (id) on delete cascade,
  commit_sha text not null check (length(commit_sha) between 7 and 64),
  reopened_at bigint not null,
  primary key (ticket_id, commit_sha)
);
