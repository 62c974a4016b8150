-- compatible: since 0081
-- Who cancelled a task; a refused push names them.
alter table agent_tasks add column cancelled_by text references users (id);

-- Whether and where the agents of a project push. A project without a row has the defaults.
create table agent_branch_settings (
  project_id text primary key references projects (id) on delete cascade,
  enabled integer not null check (enabled in (0, 1)),
  -- JSON: patterns of the paths that pushes may change; null: all paths.
  paths text check (length(paths) <= 50000),
  max_megabytes integer not null check (max_megabytes between 1 and 2000)
);

-- The password of each lease for `/git/<task>.git`, hashed. It decides nothing alone: the lease must be the current one.
create table agent_task_keys (
  task_id text not null references agent_tasks (id) on delete cascade,
  epoch integer not null,
  user_id text not null references users (id) on delete cascade,
  key_hash text not null,
  repository text not null,
  -- The branches that the lease may push begin with it: `docket/ABC-12/`.
  branch_prefix text not null,
  created_at bigint not null,
  primary key (task_id, epoch)
);
create index agent_task_keys_of_user on agent_task_keys (user_id);
