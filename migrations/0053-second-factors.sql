-- The authenticator app of a person. Unconfirmed until the person has entered a code of it.
create table second_factors (
  user_id text primary key references users (id) on delete cascade,
  secret_sealed text not null check (length(secret_sealed) <= 1000),
  -- The time step of the newest code that was used: no code works twice.
  last_step bigint not null default 0,
  created_at bigint not null,
  confirmed_at bigint
) /*sqlite without rowid*/;

-- Each replaces one code of the authenticator app. The table has only their hashes.
create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  code_hash text not null,
  created_at bigint not null,
  primary key (user_id, code_hash)
) /*sqlite without rowid*/;

-- What a browser has begun and not finished, such as a sign-in whose second factor is missing. The table has only hashes of
-- the tokens, which are in cookies.
create table sign_in_steps (
  token_hash text primary key,
  purpose text not null check (length(purpose) between 1 and 50),
  user_id text references users (id) on delete cascade,
  data text not null check (length(data) <= 10000),
  created_at bigint not null,
  expires_at bigint not null
) /*sqlite without rowid*/;
create index sign_in_steps_of_user on sign_in_steps (user_id);
create index sign_in_steps_by_expiry on sign_in_steps (expires_at);
