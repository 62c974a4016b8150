-- compatible: since 0081
-- The API key or connection that claimed the task of a key of a lease; null for a session. Without it the key is refused.
alter table agent_task_keys add column credential_id text;
