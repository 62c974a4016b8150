-- The hours (UTC, since 1970) in which somebody did something, up to `event_count_cursor`: statistics count them.
create table active_hours (
  actor_id text not null,
  hour integer not null,
  primary key (actor_id, hour)
);

-- What is there already.
insert into active_hours (actor_id, hour)
select distinct e.actor_id, e.occurred_at / 3600000 from ordered_events e, event_count_cursor c
where e.actor_id is not null and (e.xid, e.seq) <= (c.xid, c.seq);
