-- Up to which event agents' tasks have followed what happens to tickets. What happened before there were agents asks
-- nothing of them.
create table agent_task_cursor (
  xid bigint not null,
  seq bigint not null
);
insert into agent_task_cursor (xid, seq) select coalesce(max(xid), 0), coalesce(max(seq), 0) from ordered_events;

-- The account of a software agent belongs to a person.
alter table users add column agent_owner_id text references users (id);
create index users_by_agent_owner on users (agent_owner_id) where agent_owner_id is not null;

-- The ids of the projects beyond which a key does not reach, separated by spaces; null: everywhere.
alter table api_keys add column project_ids text;
