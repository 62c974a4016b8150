-- compatible: since 0081
-- What live streams send once and nobody keeps: presence and edits of texts. The rows are deleted after a minute.
create table live_messages (
  seq integer primary key autoincrement,
  id text not null,
  type text not null,
  ticket_id text,
  project_id text,
  workspace_id text,
  data text not null,
  created_at bigint not null
);
create index live_messages_old on live_messages (created_at);

-- As `settled_events`: the messages before which no other can appear any more.
create view settled_live_messages as select seq as xid, * from live_messages;
