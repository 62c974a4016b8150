-- What statistics are read from: how many tickets of a home have which status, priority and type, what happened in it day by
-- day (in UTC), and how many tickets a person has. Together with the changes below they are exactly what counting all live tickets gives.
create table ticket_counts (
  home_id text not null,
  fact text not null check (fact in ('status', 'priority', 'type')),
  word text not null,
  tickets bigint not null,
  -- The sum of their times of creation: what a mean age is made of.
  created_at_sum bigint not null,
  primary key (home_id, fact, word)
) /*sqlite without rowid*/;
create table ticket_days (
  home_id text not null,
  day integer not null,
  created bigint not null,
  completed bigint not null,
  -- How long those completed took from their creation, all together.
  completion_ms bigint not null,
  comments bigint not null,
  primary key (home_id, day)
) /*sqlite without rowid*/;
create table assignee_counts (
  assignee_id text primary key,
  tickets bigint not null,
  done bigint not null
) /*sqlite without rowid*/;

-- What changed since and is not counted there yet: so many more tickets of this kind, or so many more comments of that day.
-- Rows are only added, so nobody who writes waits for anybody else; now and then they are folded into the counts. The database
-- itself writes them with every change, so that no way of changing a ticket can forget it; only new tickets bring
-- theirs along, for a trigger there would make every new ticket cost a statement journal.
create table ticket_count_changes (
  seq integer primary key,
  change bigint not null,
  home_id text not null,
  status text,
  priority text,
  type text,
  assignee_id text,
  created_at bigint,
  completed_at bigint,
  commented_at bigint
);

create trigger ticket_counts_changed
after update of home_id, status, priority, type, assignee_id, completed_at, deleted_at on tickets
when old.home_id <> new.home_id or old.status <> new.status or old.priority <> new.priority or old.type <> new.type
  or old.assignee_id is not new.assignee_id or old.completed_at is not new.completed_at
  or (old.deleted_at is null) <> (new.deleted_at is null) begin
  insert into ticket_count_changes (change, home_id, status, priority, type, assignee_id, created_at, completed_at)
  select -1, old.home_id, old.status, old.priority, old.type, old.assignee_id, old.created_at, old.completed_at
  where old.deleted_at is null;
  insert into ticket_count_changes (change, home_id, status, priority, type, assignee_id, created_at, completed_at)
  select 1, new.home_id, new.status, new.priority, new.type, new.assignee_id, new.created_at, new.completed_at
  where new.deleted_at is null;
end;
create trigger ticket_comments_moved after update of home_id, deleted_at on tickets
when new.comment_count > 0
  and (old.home_id <> new.home_id or (old.deleted_at is null) <> (new.deleted_at is null)) begin
  insert into ticket_count_changes (change, home_id, commented_at)
  select -count(*), old.home_id, min(created_at) from comments
  where ticket_id = new.id and old.deleted_at is null group by created_at / 86400000;
  insert into ticket_count_changes (change, home_id, commented_at)
  select count(*), new.home_id, min(created_at) from comments
  where ticket_id = new.id and new.deleted_at is null group by created_at / 86400000;
end;
create trigger ticket_comment_added after insert on comments begin
  insert into ticket_count_changes (change, home_id, commented_at)
  select 1, home_id, new.created_at from tickets where id = new.ticket_id and deleted_at is null;
end;
create trigger ticket_comment_removed after delete on comments begin
  insert into ticket_count_changes (change, home_id, commented_at)
  select -1, home_id, old.created_at from tickets where id = old.ticket_id and deleted_at is null;
end;

-- What is there already.
insert into ticket_counts (home_id, fact, word, tickets, created_at_sum)
select home_id, 'status', status, count(*), sum(created_at) from tickets where deleted_at is null group by home_id, status
union all
select home_id, 'priority', priority, count(*), sum(created_at) from tickets where deleted_at is null
group by home_id, priority
union all
select home_id, 'type', type, count(*), sum(created_at) from tickets where deleted_at is null group by home_id, type;
insert into ticket_days (home_id, day, created, completed, completion_ms, comments)
select home_id, day, sum(created), sum(completed), sum(completion_ms), sum(comments) from (
  select home_id, created_at / 86400000 as day, 1 as created, 0 as completed, 0 as completion_ms, 0 as comments
  from tickets where deleted_at is null
  union all
  select home_id, completed_at / 86400000, 0, 1, completed_at - created_at, 0
  from tickets where deleted_at is null and completed_at is not null
  union all
  select t.home_id, c.created_at / 86400000, 0, 0, 0, 1
  from comments c join tickets t on t.id = c.ticket_id where t.deleted_at is null) happened
group by home_id, day;
insert into assignee_counts (assignee_id, tickets, done)
select assignee_id, count(*), sum(case when status = 'done' then 1 else 0 end) from tickets
where deleted_at is null and assignee_id is not null group by assignee_id;

-- Overdue is what is open, and what is asked of a person's tickets stands in the person's index. SQLite reads an index alone
-- only if every column that is asked for stands in it, also the one that is null in all of it.
drop index tickets_of_home_by_due_date;
create index tickets_of_home_by_due_date on tickets (home_id, due_date)
  where due_date is not null and deleted_at is null and status not in ('done', 'cancelled');
create index tickets_by_assignee_and_due_date on tickets (assignee_id, due_date, home_id)
  where due_date is not null and deleted_at is null and status not in ('done', 'cancelled');
drop index tickets_of_home_by_completion;
create index tickets_of_home_by_completion on tickets (home_id, completed_at, created_at, deleted_at)
  where completed_at is not null and deleted_at is null;
drop index tickets_by_assignee;
create index tickets_by_assignee on tickets
  (assignee_id, updated_at, id, home_id, status, priority, type, created_at, completed_at, deleted_at)
  where deleted_at is null;
drop index tickets_by_reporter;
create index tickets_by_reporter on tickets (reporter_id, updated_at, id, created_at, deleted_at)
  where deleted_at is null;
-- Whether a member did something in a project is one look.
drop index events_of_project_by_time;
create index events_of_project_by_actor on events (project_id, actor_id, occurred_at);
