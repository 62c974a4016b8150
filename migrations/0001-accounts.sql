-- What only SQLite understands stands in comments of the form of the one below: small rows that are found by their key
-- live in the key's own tree there, one look-up instead of two.

create table users (
  id text primary key,
  name text not null check (length(name) between 1 and 200),
  first_name text check (length(first_name) <= 200),
  last_name text check (length(last_name) <= 200),
  email text not null check (length(email) between 3 and 320),
  email_folded text not null unique,
  image text check (length(image) <= 2000),
  role text not null check (role in ('ADMIN', 'USER', 'VIEWER')),
  active integer not null default 1 check (active in (0, 1)),
  created_at bigint not null,
  updated_at bigint not null
) /*sqlite without rowid*/;

-- Facts of which an instance has one each. The row 'first_account' decides who became ADMIN, however many
-- people sign up at the same moment.
create table instance_facts (
  name text primary key,
  value text not null
) /*sqlite without rowid*/;

create table credentials (
  user_id text primary key references users (id) on delete cascade,
  password_hash text not null,
  updated_at bigint not null
) /*sqlite without rowid*/;

create table sessions (
  token_hash text primary key,
  id text not null unique,
  user_id text not null references users (id) on delete cascade,
  address text,
  user_agent text check (length(user_agent) <= 500),
  created_at bigint not null,
  refreshed_at bigint not null,
  expires_at bigint not null
) /*sqlite without rowid*/;
create index sessions_by_user on sessions (user_id, created_at);
create index sessions_by_expiry on sessions (expires_at);

create table api_keys (
  key_hash text primary key,
  id text not null unique,
  user_id text not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  start text not null,
  scopes text not null,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint
) /*sqlite without rowid*/;
create index api_keys_by_user on api_keys (user_id, created_at);

create table sign_in_failures (
  subject text primary key,
  failures integer not null,
  last_failure_at bigint not null
) /*sqlite without rowid*/;
create index sign_in_failures_by_time on sign_in_failures (last_failure_at);
