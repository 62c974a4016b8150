-- compatible: since 0081
-- Which tickets and projects people look at now, a row for each tab of a browser. A row that is not refreshed expires.
create table presences (
  user_id text not null references users (id) on delete cascade,
  tab text not null check (length(tab) <= 64),
  ticket_id text references tickets (id) on delete cascade,
  project_id text references projects (id) on delete cascade,
  -- Where the person writes.
  writing text check (writing in ('description', 'comment')),
  is_shown integer not null check (is_shown in (0, 1)),
  seen_at bigint not null,
  expires_at bigint not null,
  primary key (user_id, tab),
  check ((ticket_id is null) <> (project_id is null))
);
create index presences_at_ticket on presences (ticket_id, expires_at) where ticket_id is not null;
create index presences_at_project on presences (project_id, expires_at) where project_id is not null;
create index presences_expired on presences (expires_at);

-- A text that people edit together, until it is saved or all have left.
create table text_sessions (
  id text primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  field text not null check (field in ('description')),
  version integer not null check (version >= 0),
  text text not null check (length(text) <= 100000),
  -- The text of the ticket that the session contains, and the version of the ticket that had it.
  stored_text text not null check (length(stored_text) <= 100000),
  stored_version bigint not null,
  changed_at bigint not null,
  unique (ticket_id, field)
);
create index text_sessions_unchanged on text_sessions (changed_at);

-- The edits of a session in order; `text_hash` identifies the text after the edit.
create table text_edits (
  session_id text not null references text_sessions (id) on delete cascade,
  version integer not null,
  client text not null check (length(client) <= 64),
  number bigint not null,
  user_id text,
  edits text not null,
  text_hash text not null,
  created_at bigint not null,
  primary key (session_id, version),
  unique (session_id, client, number)
);
create index text_edits_by_hash on text_edits (session_id, text_hash);
