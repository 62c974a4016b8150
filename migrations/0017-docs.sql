create table docs_jobs (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  request text not null check (length(request) <= 1000000),
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  progress text,
  result text,
  error text,
  attempts integer not null default 0,
  -- Until when whoever runs it is believed to be alive.
  leased_until bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create index docs_jobs_open on docs_jobs (created_at, id) where state in ('queued', 'running');
create index docs_jobs_of_user on docs_jobs (user_id, created_at);
create index docs_jobs_finished on docs_jobs (updated_at) where state in ('done', 'failed');

-- A workflow starts once for a state of a branch.
create table docs_workflow_runs (
  repository text not null,
  workflow text not null,
  ref text not null,
  sha text not null,
  run_id text,
  run_url text,
  started_at bigint not null,
  primary key (repository, workflow, ref, sha)
);
