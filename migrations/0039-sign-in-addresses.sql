-- The addresses from which an account signed in, as hashes: the throttle of an account does not apply to them.
create table sign_in_addresses (
  user_id text not null references users (id) on delete cascade,
  address_hash text not null,
  used_at bigint not null,
  primary key (user_id, address_hash)
) /*sqlite without rowid*/;
create index sign_in_addresses_by_use on sign_in_addresses (used_at);
