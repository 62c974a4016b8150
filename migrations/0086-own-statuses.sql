-- compatible: since 0081
-- The status that the project added for one of the six, by its id in `projects.workflow`.
alter table tickets add column own_status_id text check (length(own_status_id) between 1 and 100);
create index tickets_by_own_status on tickets (own_status_id) where own_status_id is not null;

-- Where the ticket was before the task moved it.
alter table agent_tasks add column ticket_own_status_before text;
