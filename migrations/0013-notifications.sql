-- What a person is told of, once per event, frozen as it was. Neither the event nor the ticket is referred to by a key:
-- both may go before it.
create table notifications (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  event_id text not null,
  event_type text not null check (length(event_type) <= 100),
  kind text not null check (length(kind) between 1 and 50),
  ticket_id text,
  data text not null,
  created_at bigint not null,
  read_at bigint,
  unique (user_id, event_id)
);
create index notifications_of_user on notifications (user_id, created_at, id);
create index notifications_unread on notifications (user_id, created_at, id) where read_at is null;
create index notifications_by_time on notifications (created_at);

-- The last event of which everybody was told.
create table notification_cursor (
  id integer primary key check (id = 1),
  xid bigint not null,
  seq bigint not null
);
insert into notification_cursor (id, xid, seq)
  select 1, coalesce(max(xid), -1), coalesce(max(seq), -1) from
    (select xid, seq from settled_events order by xid desc, seq desc limit 1) newest;
