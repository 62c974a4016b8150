-- Backups that were started: which one is running, and when the last one succeeded. A running one extends its lease; the
-- attached files that it may still read are not deleted meanwhile.
create table backup_runs (
  id text primary key,
  kind text not null check (kind in ('manual', 'scheduled')),
  state text not null check (state in ('running', 'done', 'failed')),
  started_at bigint not null,
  lease_until bigint not null,
  finished_at bigint,
  location text check (length(location) <= 2000),
  bytes bigint,
  problem text check (length(problem) <= 1000)
);
create index backup_runs_by_start on backup_runs (started_at, id);
