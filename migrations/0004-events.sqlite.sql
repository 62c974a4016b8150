create table events (
  seq integer primary key autoincrement,
  id text not null unique,
  type text not null,
  occurred_at bigint not null,
  actor_id text,
  workspace_id text,
  project_id text,
  ticket_id text,
  data text not null
);
create index events_by_actor on events (actor_id, seq);
create index events_of_project on events (project_id, seq);
create index events_of_ticket on events (ticket_id, seq);

-- PostgreSQL has the number of the transaction as xid. SQLite has one writer, so seq alone is the order, and stands in
-- for it: a reader that goes on from (xid, seq) then walks the table from there.
create view ordered_events as select seq as xid, * from events;

-- The events before which no other can appear any more: what a reader that keeps a cursor may take.
create view settled_events as select * from ordered_events;
