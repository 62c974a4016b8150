-- compatible: since 0091
-- What happens to a task whose predicted files overlap those that a running task touches; null: off.
alter table agent_task_limits add column collisions text check (collisions in ('warn', 'hold'));

-- When the files of a queued task are predicted; null: not to be predicted, or predicted already.
alter table agent_tasks add column predict_at bigint;
alter table agent_tasks add column predicted_files integer not null default 0;
create index agent_tasks_to_predict on agent_tasks (predict_at, id)
  where predict_at is not null and state = 'queued';
-- Running tasks that touch files: those that others can collide with.
create index agent_tasks_touching on agent_tasks (project_id)
  where touched_files > 0 and state in ('in_progress', 'waiting_for_user');

-- The files that a task will probably touch. `share` is in thousandths.
create table agent_task_predicted_files (
  task_id text not null references agent_tasks (id) on delete cascade,
  path text not null check (length(path) <= 400),
  share integer not null check (share between 0 and 1000),
  primary key (task_id, path)
);
create index agent_task_predicted_files_by_path on agent_task_predicted_files (path, task_id);

-- A further reason to hold a task.
alter table agent_tasks drop constraint agent_tasks_hold_check;
alter table agent_tasks add constraint agent_tasks_hold_check
  check (hold in ('blocked', 'hour', 'ticket', 'chain', 'budget', 'status', 'collision'));
