-- Whether the person proved that the address is theirs. Accounts that exist already count as verified, and so does every
-- account of an instance that sends no mail.
alter table users add column email_verified integer not null default 1 check (email_verified in (0, 1));

-- Links that verify an address once. The table has only hashes of their tokens.
create table email_links (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
) /*sqlite without rowid*/;
create index email_links_of_user on email_links (user_id);
create index email_links_by_expiry on email_links (expires_at);
