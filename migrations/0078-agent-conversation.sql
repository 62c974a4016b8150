-- compatible: since 0076
-- What a worker and people say to each other: usage, messages, stop requests, questions with forms, typed failures.
alter table agent_tasks add column failure_type text check (failure_type in ('quota', 'auth', 'context', 'refused',
  'tests', 'conflict', 'environment', 'timeout', 'unknown'));
-- The epoch whose worker was asked to end. A later lease is not concerned.
alter table agent_tasks add column stop_epoch integer;
alter table agent_tasks add column stop_requested_by text references users (id);
alter table agent_tasks add column stop_requested_at bigint;
alter table agent_tasks add column question_kind text check (question_kind in ('question', 'approval'));
-- JSON: the form and the subject of the open question, and the typed answer to the last one.
alter table agent_tasks add column question_form text check (length(question_form) <= 40000);
alter table agent_tasks add column question_subject text check (length(question_subject) <= 20000);
alter table agent_tasks add column answer text check (length(answer) <= 40000);
-- The title of the newest artifact of the type branch.
alter table agent_tasks add column branch text check (length(branch) between 1 and 500);
-- JSON: the sum of all attempts. Null: nothing was reported.
alter table agent_tasks add column usage text check (length(usage) <= 5000);
alter table agent_tasks add column unread_messages integer not null default 0;
alter table agent_tasks add column touched_files integer not null default 0;
update agent_tasks set branch = (select v.title from agent_task_artifacts v
  where v.task_id = agent_tasks.id and v.type = 'branch' order by v.created_at desc, v.id desc limit 1)
where exists (select 1 from agent_task_artifacts v where v.task_id = agent_tasks.id and v.type = 'branch');

create table agent_task_messages (
  id text primary key,
  task_id text not null references agent_tasks (id) on delete cascade,
  author_id text not null references users (id),
  text text not null check (length(text) between 1 and 64000),
  created_at bigint not null,
  delivered_at bigint,
  read_at bigint
);
create index agent_task_messages_of_task on agent_task_messages (task_id, created_at, id);
create index agent_task_messages_unread on agent_task_messages (task_id, created_at, id) where read_at is null;

create table agent_task_files (
  task_id text not null references agent_tasks (id) on delete cascade,
  path text not null check (length(path) between 1 and 400),
  primary key (task_id, path)
) /*sqlite without rowid*/;

-- What an attempt (epoch) used on a UTC day: reports are absolute for the attempt, a day has the difference to the days
-- before, which is negative after a correction. No foreign keys of projects and tickets: figures stay where they arose.
create table agent_task_usage (
  task_id text not null references agent_tasks (id) on delete cascade,
  epoch integer not null,
  day integer not null,
  worker_id text not null references users (id),
  project_id text,
  ticket_id text,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cached_tokens bigint not null,
  seconds bigint not null,
  primary key (task_id, epoch, day)
) /*sqlite without rowid*/;
create index agent_task_usage_of_project on agent_task_usage (project_id, day) where project_id is not null;
create index agent_task_usage_of_ticket on agent_task_usage (ticket_id) where ticket_id is not null;

create table agent_task_costs (
  task_id text not null references agent_tasks (id) on delete cascade,
  epoch integer not null,
  day integer not null,
  currency text not null check (length(currency) = 3),
  worker_id text not null references users (id),
  project_id text,
  ticket_id text,
  -- Minor units.
  amount bigint not null,
  primary key (task_id, epoch, day, currency)
) /*sqlite without rowid*/;
create index agent_task_costs_of_project on agent_task_costs (project_id, day) where project_id is not null;
create index agent_task_costs_of_ticket on agent_task_costs (ticket_id) where ticket_id is not null;

-- What was spent in a UTC month (months since 1970-01) on behalf of a project, an agent or a ticket.
create table agent_spending (
  kind text not null check (kind in ('project', 'agent', 'ticket')),
  subject_id text not null,
  currency text not null check (length(currency) = 3),
  month integer not null,
  amount bigint not null,
  primary key (kind, subject_id, currency, month)
) /*sqlite without rowid*/;

create table agent_budgets (
  kind text not null check (kind in ('project', 'agent', 'ticket')),
  subject_id text not null,
  amount bigint not null check (amount >= 0),
  currency text not null check (length(currency) = 3),
  period text not null check (period in ('month', 'total')),
  -- The month (0 for a total) whose marks of 80 % and 100 % were announced.
  warned_for integer,
  reached_for integer,
  -- Claims are held before this time. Null: the budget has room.
  spent_until bigint,
  updated_at bigint not null,
  primary key (kind, subject_id)
) /*sqlite without rowid*/;
create index agent_budgets_spent on agent_budgets (spent_until) where spent_until is not null;
