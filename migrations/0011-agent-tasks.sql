create table agent_tasks (
  id text primary key,
  project_id text references projects (id),
  ticket_id text references tickets (id) on delete set null,
  -- The one agent it is for; without, whoever may work in the project takes it.
  agent_id text references users (id),
  -- Where it waits: the agent's, the project's or the instance's queue. A claim looks at the heads of its queues alone.
  queue_id text not null,
  kind text not null check (length(kind) between 1 and 100),
  title text not null check (length(title) between 1 and 500),
  instructions text not null check (length(instructions) <= 100000),
  state text not null check (state in ('queued', 'in_progress', 'waiting_for_user', 'completed', 'failed', 'timed_out',
    'cancelled')),
  -- Queued, but not to be claimed yet, and why.
  held_reason text,
  priority text not null check (priority in ('lowest', 'low', 'medium', 'high', 'highest')),
  priority_rank smallint generated always as (case priority when 'lowest' then 0 when 'low' then 1
    when 'medium' then 2 when 'high' then 3 else 4 end) stored,
  source text not null,
  input text not null,
  -- What a repeat is recognised by, for as long as the task is kept.
  dedupe_key text unique,
  follows_id text references agent_tasks (id) on delete set null,
  created_by text references users (id),
  run_after bigint not null,
  attempt integer not null default 0,
  max_attempts integer not null check (max_attempts between 1 and 100),
  -- Grows with every claim: who comes with an older one has lost the task.
  lease_epoch integer not null default 0,
  lease_worker text check (length(lease_worker) <= 200),
  lease_user_id text references users (id),
  lease_seconds integer,
  lease_expires_at bigint,
  question text,
  result text,
  error text,
  -- Under which the tasks of an hour are counted, and since when it may be claimed.
  cap_key text not null,
  offered_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  completed_at bigint,
  check ((state = 'in_progress') = (lease_expires_at is not null))
);
create index agent_tasks_waiting on agent_tasks (queue_id, priority_rank, run_after, id)
  where state = 'queued' and held_reason is null;
create index agent_tasks_waiting_by_kind on agent_tasks (queue_id, kind, priority_rank, run_after, id)
  where state = 'queued' and held_reason is null;
create index agent_tasks_held on agent_tasks (cap_key, created_at, id) where held_reason is not null;
create index agent_tasks_offered on agent_tasks (cap_key, offered_at) where offered_at is not null;
create index agent_tasks_leased on agent_tasks (lease_expires_at, id) where lease_expires_at is not null;
create index agent_tasks_by_creation on agent_tasks (created_at, id);
create index agent_tasks_of_project on agent_tasks (project_id, created_at, id);
create index agent_tasks_of_ticket on agent_tasks (ticket_id, created_at, id) where ticket_id is not null;
create index agent_tasks_of_agent on agent_tasks (agent_id, created_at, id) where agent_id is not null;

-- Whoever adds to a cap waits here for others who do, so that none overlooks the other's.
create table agent_task_caps (
  cap_key text primary key
) /*sqlite without rowid*/;

-- The pull requests a task is about or made: what happens to one of them may wake a follow-up.
create table agent_task_pull_requests (
  repository text not null,
  number integer not null,
  task_id text not null references agent_tasks (id) on delete cascade,
  linked_at bigint not null,
  primary key (repository, number, task_id)
) /*sqlite without rowid*/;

create table agent_task_activities (
  id text primary key,
  task_id text not null references agent_tasks (id) on delete cascade,
  author_id text references users (id),
  type text not null check (type in ('thought', 'action', 'message', 'error', 'question', 'answer')),
  content text not null check (length(content) between 1 and 16000),
  created_at bigint not null
);
create index agent_task_activities_of_task on agent_task_activities (task_id, created_at, id);

create table agent_task_artifacts (
  id text primary key,
  task_id text not null references agent_tasks (id) on delete cascade,
  type text not null check (type in ('pull_request', 'branch', 'commit', 'document', 'link', 'text')),
  title text not null check (length(title) between 1 and 500),
  url text check (length(url) <= 2000),
  content text check (length(content) <= 100000),
  created_at bigint not null
);
create index agent_task_artifacts_of_task on agent_task_artifacts (task_id, created_at, id);
