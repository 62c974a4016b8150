-- compatible: since 0081
-- Pushes that the repository may have taken and that are not recorded yet. A row is written before the ref changes and
-- deleted with the event of the push; one that stays belongs to a process that ended in between.
create table agent_task_pushes (
  id text primary key,
  task_id text not null references agent_tasks (id) on delete cascade,
  epoch integer not null,
  project_id text not null references projects (id) on delete cascade,
  branch text not null,
  before_id text,
  after_id text not null,
  created_at bigint not null
);
create index agent_task_pushes_of_task on agent_task_pushes (task_id);
create index agent_task_pushes_by_age on agent_task_pushes (created_at);
