-- compatible: since 0081
-- What the file WORKFLOW.md of a linked repository says, as it was read last. `policy` is its last version without
-- problems, as JSON; `problems` are those of the newest version.
create table project_workflows (
  project_id text primary key references projects (id) on delete cascade,
  -- When the file is read next; null: not before somebody asks for it.
  due_at bigint,
  read_at bigint,
  repository text check (length(repository) <= 200),
  commit_sha text check (length(commit_sha) <= 64),
  problems text not null default '[]' check (length(problems) <= 100000),
  policy text check (length(policy) <= 1000000),
  policy_commit text check (length(policy_commit) <= 64),
  has_start_rules integer not null default 0 check (has_start_rules in (0, 1)),
  check ((policy is null) = (policy_commit is null))
);
create index project_workflows_by_due_at on project_workflows (due_at) where due_at is not null;
insert into project_workflows (project_id, due_at) select distinct project_id, 0 from project_repositories;

-- 1: the budget is that of WORKFLOW.md, which the settings of the project replace.
alter table agent_budgets add column from_workflow integer not null default 0 check (from_workflow in (0, 1));

-- The status that a ticket entered, if that started the task.
alter table agent_tasks add column started_in text;
create index agent_tasks_by_started_in on agent_tasks (project_id, started_in)
  where started_in is not null and state in ('queued', 'in_progress');

-- A further reason to hold a task. SQLite changes the check of a column only with the column.
drop index agent_tasks_by_hold;
alter table agent_tasks rename column hold to former_hold;
alter table agent_tasks add column hold text check (hold in ('blocked', 'hour', 'ticket', 'chain', 'budget', 'status'));
update agent_tasks set hold = former_hold where former_hold is not null;
alter table agent_tasks drop column former_hold;
create index agent_tasks_by_hold on agent_tasks (hold, cap_key, created_at, id) where hold is not null;
