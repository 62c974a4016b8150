-- compatible: since 0095
-- The branches that agents pushed and that are not known to be merged or deleted.
create table agent_branches (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  repository text not null check (length(repository) <= 250),
  branch text not null check (length(branch) <= 250),
  -- The task that pushed last.
  task_id text not null references agent_tasks (id) on delete cascade,
  head text not null check (length(head) between 7 and 64),
  pushed_at bigint not null,
  unique (project_id, repository, branch)
);
create index agent_branches_of_task on agent_branches (task_id);
create index agent_branches_by_push on agent_branches (project_id, repository, pushed_at, id);

-- What the merge of two branches gave at these commits; each pair has a row in both directions.
create table agent_branch_merges (
  branch_id text not null references agent_branches (id) on delete cascade,
  other_id text not null references agent_branches (id) on delete cascade,
  head text not null,
  other_head text not null,
  -- Null: the merge took too long.
  has_conflicts integer check (has_conflicts in (0, 1)),
  -- JSON: files, with the lines on both sides.
  conflicts text not null check (length(conflicts) <= 50000),
  primary key (branch_id, other_id)
);
create index agent_branch_merges_by_other on agent_branch_merges (other_id);

-- When the branches of a repository are merged with each other next, and in which order the finished ones land.
create table agent_merge_checks (
  project_id text not null references projects (id) on delete cascade,
  repository text not null,
  -- Null: after the next push.
  due_at bigint,
  checked_at bigint,
  -- JSON.
  result text check (length(result) <= 1000000),
  primary key (project_id, repository)
);
create index agent_merge_checks_due on agent_merge_checks (due_at, project_id, repository)
  where due_at is not null;
