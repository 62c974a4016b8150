-- compatible: since 0073
-- Applications that people connected by OAuth, which reach Docket at /mcp alone. Every secret is stored as its hash.
create table connections (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- The address of the client's metadata document, or the id of a row of oauth_clients.
  client_id text not null check (length(client_id) between 1 and 2000),
  client_name text not null check (length(client_name) between 1 and 200),
  client_host text not null check (length(client_host) <= 300),
  scopes text not null,
  project_ids text,
  -- The part that all refresh tokens of the connection share, and the one token that is valid: a token of the family that
  -- is not the valid one was used before.
  family_hash text not null unique,
  refresh_hash text not null,
  created_at bigint not null,
  last_used_at bigint,
  -- When the refresh token expires.
  expires_at bigint not null
) /*sqlite without rowid*/;
create index connections_by_user on connections (user_id, created_at);
create index connections_by_expiry on connections (expires_at);

create table connection_tokens (
  token_hash text primary key,
  connection_id text not null references connections (id) on delete cascade,
  scopes text not null,
  expires_at bigint not null
) /*sqlite without rowid*/;
create index connection_tokens_by_connection on connection_tokens (connection_id);
create index connection_tokens_by_expiry on connection_tokens (expires_at);

-- Authorization codes. A used one is kept for a day: using it again ends the connection that it made.
create table connection_codes (
  code_hash text primary key,
  -- The id that the connection gets.
  connection_id text not null,
  user_id text not null references users (id) on delete cascade,
  client_id text not null check (length(client_id) between 1 and 2000),
  client_name text not null check (length(client_name) between 1 and 200),
  client_host text not null check (length(client_host) <= 300),
  redirect_uri text not null check (length(redirect_uri) between 1 and 2000),
  code_challenge text not null check (length(code_challenge) = 43),
  scopes text not null,
  project_ids text,
  expires_at bigint not null,
  used_at bigint
) /*sqlite without rowid*/;
create index connection_codes_by_user on connection_codes (user_id);
create index connection_codes_by_expiry on connection_codes (expires_at);

-- Clients that registered themselves (RFC 7591). Anybody may, so what no person has connected is swept.
create table oauth_clients (
  id text primary key,
  name text not null check (length(name) between 1 and 200),
  -- A JSON list.
  redirect_uris text not null check (length(redirect_uris) <= 25000),
  created_at bigint not null,
  -- When a person last allowed it; null: nobody has.
  used_at bigint
) /*sqlite without rowid*/;
create index oauth_clients_by_use on oauth_clients (used_at, created_at);
