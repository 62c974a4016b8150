-- The passkeys of a person. The private keys never leave their devices.
create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- As the device names it, in base64url.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  -- In the form of COSE, in base64url.
  public_key text not null check (length(public_key) between 1 and 4000),
  -- The host that the passkey was made for. It works nowhere else.
  rp_id text not null check (length(rp_id) between 1 and 255),
  -- How often the device signed, if it counts: it never decreases, unless there is a copy of the device.
  counter bigint not null,
  transports text not null check (length(transports) <= 200),
  -- Whether the device shares it with others of its owner.
  synced integer not null check (synced in (0, 1)),
  name text not null check (length(name) between 1 and 100),
  created_at bigint not null,
  used_at bigint
) /*sqlite without rowid*/;
create index passkeys_of_user on passkeys (user_id);
