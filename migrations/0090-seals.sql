-- compatible: since 0081
-- The keys with which this instance has signed seals, newest last. Public keys stay for as long as there are seals of theirs.
create table seal_keys (
  id text primary key,
  public_key text not null,
  private_key text not null,
  created_at bigint not null
);

-- Seals over the events of a workspace, or over those without one ('instance'), in the order of the log. `leaves` has the
-- hash of each event, so that an event whose content was deleted later still fits.
create table seals (
  workspace_id text not null,
  number integer not null,
  from_event text not null,
  to_event text not null,
  event_count integer not null,
  root text not null,
  previous text,
  key_id text not null references seal_keys (id),
  signature text not null,
  sealed_at bigint not null,
  leaves text not null,
  primary key (workspace_id, number)
);

-- The last event that is sealed.
create table seal_cursor (
  xid bigint not null,
  seq bigint not null
);
insert into seal_cursor (xid, seq) values (0, 0);
