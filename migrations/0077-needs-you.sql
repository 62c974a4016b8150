-- compatible: since 0073
-- The tasks that may need a person, in the projects of that person.
create index agent_tasks_with_question on agent_tasks (project_id) where state = 'waiting_for_user';
create index agent_tasks_ended on agent_tasks (project_id, completed_at) where completed_at is not null;
