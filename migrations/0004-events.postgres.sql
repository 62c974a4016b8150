create table events (
  seq bigint generated always as identity primary key,
  -- A row with a smaller seq may commit later. A row of a transaction older than every running one cannot:
  -- (xid, seq) up to that point is an order to which nothing is added in the middle.
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  id text not null unique,
  type text not null,
  occurred_at bigint not null,
  actor_id text,
  workspace_id text,
  project_id text,
  ticket_id text,
  data text not null
);
create index events_in_order on events (xid, seq);
create index events_by_actor on events (actor_id, seq);
create index events_of_project on events (project_id, seq);
create index events_of_ticket on events (ticket_id, seq);

create view ordered_events as select * from events;

-- The events before which no other can appear any more: what a reader that keeps a cursor may take.
create view settled_events as
  select * from events where xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
