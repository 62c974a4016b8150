-- The secret with which a code host signs the deliveries of one project. The id is in the address that the host calls.
create table project_inbound_secrets (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  provider text not null check (provider in ('github', 'gitlab', 'gitea', 'forgejo', 'bitbucket')),
  secret_sealed text not null,
  set_by text references users (id) on delete set null,
  set_at bigint not null,
  unique (project_id, provider)
) /*sqlite without rowid*/;

-- The project whose secret signed a delivery, which reaches that project alone, also when it is replayed. Null: any other
-- delivery. No foreign key: without its project the delivery must not become one of the instance.
alter table inbound_deliveries add column signed_by_project text;
