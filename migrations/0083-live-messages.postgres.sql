-- compatible: since 0081
-- What live streams send once and nobody keeps: presence and edits of texts. The rows are deleted after a minute.
create table live_messages (
  seq bigint generated always as identity primary key,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  id text not null,
  type text not null,
  ticket_id text,
  project_id text,
  workspace_id text,
  data text not null,
  created_at bigint not null
);
create index live_messages_in_order on live_messages (xid, seq);
create index live_messages_old on live_messages (created_at);

-- As `settled_events`: the messages before which no other can appear any more.
create view settled_live_messages as
  select * from live_messages where xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
