-- compatible: since 0091
-- Results of the checks of code hosts, which arrive before or after their commit becomes the newest of a ticket.
create table commit_checks (
  project_id text not null references projects (id) on delete cascade,
  commit_sha text not null check (length(commit_sha) between 7 and 64),
  host text not null check (length(host) <= 40),
  name text not null check (length(name) between 1 and 200),
  passed integer not null check (passed in (0, 1)),
  -- The code host's word for the result.
  conclusion text not null check (length(conclusion) <= 40),
  url text check (length(url) <= 2000),
  -- When the check ended; an older result of the same check is ignored.
  checked_at bigint not null,
  received_at bigint not null,
  primary key (project_id, commit_sha, host, name)
);
create index commit_checks_by_age on commit_checks (received_at);

-- The check of which the evidence is the result; null: its kind is not host_check.
alter table evidence add column check_name text check (length(check_name) <= 200);
alter table evidence add column conclusion text check (length(conclusion) <= 40);

-- The commit that a push replaced: the delivery of an earlier push may arrive after it.
alter table ticket_heads add column before_sha text check (length(before_sha) <= 64);
create index ticket_heads_by_commit on ticket_heads (commit_sha);
