-- When the current or last worker claimed the task. Null: never claimed, or before this migration.
alter table agent_tasks add column claimed_at bigint;
create index agent_tasks_held_by on agent_tasks (lease_user_id) where state = 'in_progress';
