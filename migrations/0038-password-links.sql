-- Links that set a new password once. The table has only hashes of their tokens.
create table password_links (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
) /*sqlite without rowid*/;
create index password_links_of_user on password_links (user_id);
create index password_links_by_expiry on password_links (expires_at);
