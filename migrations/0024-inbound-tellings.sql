-- One event may be told by several hooks of a code host, each under an id of its own: by the bytes it is the same.
create table inbound_tellings (
  provider text not null,
  -- The hash of event and bytes.
  fingerprint text not null,
  -- Who told it first.
  delivery_id text not null references inbound_deliveries (id) on delete cascade,
  told_at bigint not null,
  primary key (provider, fingerprint)
) /*sqlite without rowid*/;
create index inbound_tellings_by_delivery on inbound_tellings (delivery_id);
