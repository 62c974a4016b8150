create table webhooks (
  -- Deliveries refer to it: there are many of them, and a number is short.
  number integer primary key autoincrement,
  id text not null unique,
  owner_id text not null references users (id) on delete cascade,
  url text not null check (length(url) between 1 and 2048),
  -- Names and patterns as they were given, as JSON.
  events text not null,
  description text check (length(description) <= 1000),
  project_id text references projects (id) on delete cascade,
  whole_instance integer not null default 0 check (whole_instance in (0, 1)),
  active integer not null default 1 check (active in (0, 1)),
  disabled_because text check (disabled_because in ('asked', 'gone', 'failing')),
  disabled_at bigint,
  -- When the next test ping goes to one that was disabled for failing.
  probe_at bigint,
  -- Both are sealed; the old one still signs until its time is over.
  secret text not null,
  old_secret text,
  old_secret_until bigint,
  failure_count integer not null default 0,
  failing_since bigint,
  last_delivery_at bigint,
  -- Who delivers for it, and until when: nobody else does meanwhile.
  lease text,
  lease_until bigint,
  version integer not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint
);
create index webhooks_by_owner on webhooks (owner_id, created_at);
create index webhooks_to_probe on webhooks (probe_at) where probe_at is not null;
create index webhooks_deleted on webhooks (deleted_at) where deleted_at is not null;

-- Outbox, queue and log in one. What is sent follows from the event, which never changes.
create table webhook_deliveries (
  webhook_number integer not null,
  event_seq integer not null,
  state text not null check (state in ('pending', 'delivered', 'failed', 'cancelled')),
  -- 0: waits for its first attempt, 1: for another.
  lane integer not null check (lane in (0, 1)),
  attempts integer not null default 0,
  -- Attempts since it was last begun anew: where in the schedule it stands.
  tries integer not null default 0,
  -- When it is due; in lane 0, which is due always, the number of its event.
  next_at bigint not null,
  created_at bigint not null,
  finished_at bigint,
  -- The last attempt. The ones before it stand in webhook_attempts: most deliveries need only one.
  attempted_at bigint,
  duration_ms integer,
  status_code integer,
  error text,
  signature text,
  standard_signature text,
  response_body text,
  primary key (webhook_number, event_seq)
) without rowid;
create index webhook_deliveries_due on webhook_deliveries (webhook_number, lane, next_at) where state = 'pending';
create index webhook_deliveries_failed on webhook_deliveries (webhook_number, event_seq) where state = 'failed';

create table webhook_attempts (
  webhook_number integer not null,
  event_seq integer not null,
  number integer not null,
  attempted_at bigint not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  signature text not null,
  standard_signature text not null,
  response_body text,
  primary key (webhook_number, event_seq, number)
) without rowid;
