-- What happened in a home hour by hour (UTC), as `ticket_days` has it day by day: a window rarely starts with a whole day.
create table ticket_hours (
  home_id text not null,
  hour integer not null,
  created bigint not null,
  completed bigint not null,
  completion_ms bigint not null,
  comments bigint not null,
  primary key (home_id, hour)
) without rowid;
-- Open tickets of a home by due date, counted for each UTC day and once more for each 32 days, so that all days before
-- today are the sum of a few rows. `span` is the number of the day, or of the 32 days, since 1970.
create table ticket_due_counts (
  home_id text not null,
  span_days integer not null check (span_days in (1, 32)),
  span integer not null,
  tickets bigint not null,
  primary key (home_id, span_days, span)
) without rowid;

-- Null in the changes that wait now. They need none: below, tickets are counted as they are after these changes.
alter table ticket_count_changes add column due_date bigint;

drop trigger ticket_counts_changed;
create trigger ticket_counts_changed
after update of home_id, status, priority, type, assignee_id, completed_at, due_date, deleted_at on tickets
when old.home_id <> new.home_id or old.status <> new.status or old.priority <> new.priority or old.type <> new.type
  or old.assignee_id is not new.assignee_id or old.completed_at is not new.completed_at
  or old.due_date is not new.due_date or (old.deleted_at is null) <> (new.deleted_at is null) begin
  insert into ticket_count_changes
    (change, home_id, status, priority, type, assignee_id, created_at, completed_at, due_date)
  select -1, old.home_id, old.status, old.priority, old.type, old.assignee_id, old.created_at, old.completed_at,
    old.due_date where old.deleted_at is null;
  insert into ticket_count_changes
    (change, home_id, status, priority, type, assignee_id, created_at, completed_at, due_date)
  select 1, new.home_id, new.status, new.priority, new.type, new.assignee_id, new.created_at, new.completed_at,
    new.due_date where new.deleted_at is null;
end;
-- Comments are counted by the hour.
drop trigger ticket_comments_moved;
create trigger ticket_comments_moved after update of home_id, deleted_at on tickets
when new.comment_count > 0
  and (old.home_id <> new.home_id or (old.deleted_at is null) <> (new.deleted_at is null)) begin
  insert into ticket_count_changes (change, home_id, commented_at)
  select -count(*), old.home_id, min(created_at) from comments
  where ticket_id = new.id and old.deleted_at is null group by created_at / 3600000;
  insert into ticket_count_changes (change, home_id, commented_at)
  select count(*), new.home_id, min(created_at) from comments
  where ticket_id = new.id and new.deleted_at is null group by created_at / 3600000;
end;

-- What is there already, for the hours without the changes that wait.
insert into ticket_hours (home_id, hour, created, completed, completion_ms, comments)
select home_id, hour, sum(created), sum(completed), sum(completion_ms), sum(comments) from (
  select home_id, created_at / 3600000 as hour, count(*) as created, 0 as completed, 0 as completion_ms, 0 as comments
  from tickets where deleted_at is null group by home_id, created_at / 3600000
  union all
  select home_id, completed_at / 3600000, 0, count(*), sum(completed_at - created_at), 0
  from tickets where deleted_at is null and completed_at is not null group by home_id, completed_at / 3600000
  union all
  select t.home_id, c.created_at / 3600000, 0, 0, 0, count(*)
  from comments c join tickets t on t.id = c.ticket_id
  where t.deleted_at is null group by t.home_id, c.created_at / 3600000
  union all
  select home_id, created_at / 3600000, -change, 0, 0, 0 from ticket_count_changes where created_at is not null
  union all
  select home_id, completed_at / 3600000, 0, -change, -change * (completed_at - created_at), 0
  from ticket_count_changes where completed_at is not null
  union all
  select home_id, commented_at / 3600000, 0, 0, 0, -change
  from ticket_count_changes where commented_at is not null) happened
group by home_id, hour order by home_id, hour;
insert into ticket_due_counts (home_id, span_days, span, tickets)
select home_id, 1, due_date / 86400000, count(*) from tickets
where due_date is not null and deleted_at is null and status not in ('done', 'cancelled')
group by home_id, due_date / 86400000 order by home_id, due_date / 86400000;
insert into ticket_due_counts (home_id, span_days, span, tickets)
select home_id, 32, span / 32, sum(tickets) from ticket_due_counts
group by home_id, span / 32 order by home_id, span / 32;
