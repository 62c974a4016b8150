-- Imports of tickets from other products: what was asked for, how far it is, and what came of it.
create table imports (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  product text not null check (product in ('github', 'gitlab', 'jira', 'linear', 'plane', 'trello', 'csv')),
  -- JSON: the mapping, and the credential of the request.
  request text not null check (length(request) <= 2000000),
  state text not null check (state in ('waiting', 'queued', 'running', 'done', 'failed', 'cancelled')),
  dry_run integer not null default 1 check (dry_run in (0, 1)),
  progress text,
  report text,
  error text,
  attempts integer not null default 0,
  leased_by text,
  leased_until bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create index imports_open on imports (created_at, id) where state in ('queued', 'running');
create index imports_of_project on imports (project_id, created_at, id);
create index imports_of_user on imports (user_id);
create index imports_ended on imports (updated_at) where state not in ('queued', 'running');

-- The files stay until the import is done, is cancelled or has been left alone for a week.
create table import_files (
  import_id text not null references imports (id) on delete cascade,
  position integer not null,
  file_key text not null unique,
  name text not null check (length(name) between 1 and 255),
  size bigint not null check (size >= 0),
  sha256 text not null check (length(sha256) = 64),
  primary key (import_id, position)
) /*sqlite without rowid*/;

-- Where an imported ticket comes from. The primary key keeps a repeated or resumed import from creating it twice; the key
-- is the name under which people knew it.
create table ticket_origins (
  project_id text not null references projects (id) on delete cascade,
  product text not null,
  source_id text not null check (length(source_id) between 1 and 300),
  ticket_id text not null references tickets (id) on delete cascade,
  key_folded text,
  import_id text not null,
  primary key (project_id, product, source_id)
) /*sqlite without rowid*/;
create index ticket_origins_of_ticket on ticket_origins (ticket_id);
create index ticket_origins_by_key on ticket_origins (key_folded, project_id) where key_folded is not null;
