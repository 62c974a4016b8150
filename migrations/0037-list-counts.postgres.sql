-- How many rows the long lists have, so that a page does not count them. A change appends to list_count_changes in its own
-- transaction, because changes of one counter would wait for each other; a loop rolls the rows up into list_counts.
create table list_counts (
  list text not null,
  owner text not null,
  total bigint not null,
  primary key (list, owner)
);
create table list_count_changes (
  seq bigint generated always as identity primary key,
  list text not null,
  owner text not null,
  change bigint not null
);
create index list_count_changes_of_list on list_count_changes (list, owner, change);

create function count_notifications() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (list, owner, change)
  select 'notifications', user_id, case tg_op when 'INSERT' then count(*) else -count(*) end from touched group by user_id
  union all
  select 'unread_notifications', user_id, case tg_op when 'INSERT' then count(*) else -count(*) end from touched
  where read_at is null group by user_id;
  return null;
end
$$;
create trigger notifications_counted after insert on notifications referencing new table as touched
for each statement execute function count_notifications();
create trigger notifications_uncounted after delete on notifications referencing old table as touched
for each statement execute function count_notifications();
create function count_marked_notifications() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (list, owner, change)
  select 'unread_notifications', n.user_id, sum(case when n.read_at is null then 1 else -1 end)
  from marked n join unmarked o on o.id = n.id where (o.read_at is null) <> (n.read_at is null) group by n.user_id;
  return null;
end
$$;
create trigger notifications_marked after update on notifications
referencing old table as unmarked new table as marked for each statement execute function count_marked_notifications();

create function count_webhook_deliveries() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (list, owner, change)
  select 'webhook_deliveries', webhook_number::text, case tg_op when 'INSERT' then count(*) else -count(*) end
  from touched group by webhook_number;
  return null;
end
$$;
create trigger webhook_deliveries_counted after insert on webhook_deliveries referencing new table as touched
for each statement execute function count_webhook_deliveries();
create trigger webhook_deliveries_uncounted after delete on webhook_deliveries referencing old table as touched
for each statement execute function count_webhook_deliveries();

-- The owner of all inbound deliveries is the instance.
create function count_inbound_deliveries() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (list, owner, change)
  select 'inbound_deliveries', '', case tg_op when 'INSERT' then count(*) else -count(*) end from touched
  having count(*) > 0;
  return null;
end
$$;
create trigger inbound_deliveries_counted after insert on inbound_deliveries referencing new table as touched
for each statement execute function count_inbound_deliveries();
create trigger inbound_deliveries_uncounted after delete on inbound_deliveries referencing old table as touched
for each statement execute function count_inbound_deliveries();
create function count_inbound_project_deliveries() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (list, owner, change)
  select 'inbound_deliveries', project_id, case tg_op when 'INSERT' then count(*) else -count(*) end
  from touched group by project_id;
  return null;
end
$$;
create trigger inbound_project_deliveries_counted after insert on inbound_delivery_projects
referencing new table as touched for each statement execute function count_inbound_project_deliveries();
create trigger inbound_project_deliveries_uncounted after delete on inbound_delivery_projects
referencing old table as touched for each statement execute function count_inbound_project_deliveries();

-- A task without a project has the owner ''.
create function count_agent_tasks() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (list, owner, change)
  select 'agent_tasks', coalesce(project_id, ''), case tg_op when 'INSERT' then count(*) else -count(*) end
  from touched group by project_id;
  return null;
end
$$;
create trigger agent_tasks_counted after insert on agent_tasks referencing new table as touched
for each statement execute function count_agent_tasks();
create trigger agent_tasks_uncounted after delete on agent_tasks referencing old table as touched
for each statement execute function count_agent_tasks();
create function count_moved_agent_task() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (list, owner, change)
    values ('agent_tasks', coalesce(old.project_id, ''), -1), ('agent_tasks', coalesce(new.project_id, ''), 1);
  return null;
end
$$;
create trigger agent_tasks_moved after update of project_id on agent_tasks for each row
when (old.project_id is distinct from new.project_id) execute function count_moved_agent_task();

create function count_agent_task_activities() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (list, owner, change)
  select 'agent_task_activities', task_id, case tg_op when 'INSERT' then count(*) else -count(*) end
  from touched group by task_id;
  return null;
end
$$;
create trigger agent_task_activities_counted after insert on agent_task_activities referencing new table as touched
for each statement execute function count_agent_task_activities();
create trigger agent_task_activities_uncounted after delete on agent_task_activities referencing old table as touched
for each statement execute function count_agent_task_activities();

-- What is there already.
insert into list_counts (list, owner, total)
  select 'notifications', user_id, count(*) from notifications group by user_id
  union all
  select 'unread_notifications', user_id, count(*) from notifications where read_at is null group by user_id
  union all
  select 'webhook_deliveries', cast(webhook_number as text), count(*) from webhook_deliveries group by webhook_number
  union all
  select 'inbound_deliveries', '', count(*) from inbound_deliveries
  union all
  select 'inbound_deliveries', project_id, count(*) from inbound_delivery_projects group by project_id
  union all
  select 'agent_tasks', coalesce(project_id, ''), count(*) from agent_tasks group by project_id
  union all
  select 'agent_task_activities', task_id, count(*) from agent_task_activities group by task_id;

-- Events are never changed or deleted: a loop counts them by actor and type up to this event.
create table event_count_cursor (
  id integer primary key check (id = 1),
  xid bigint not null,
  seq bigint not null
);
insert into event_count_cursor (id, xid, seq)
  select 1, coalesce(max(xid), -1), coalesce(max(seq), -1) from
    (select xid, seq from settled_events order by xid desc, seq desc limit 1) newest;
insert into list_counts (list, owner, total)
  select 'activity', actor_id || ' ' || type, count(*) from ordered_events e, event_count_cursor c
  where actor_id is not null and (e.xid, e.seq) <= (c.xid, c.seq) group by actor_id, type;

-- With the type, so that deep pages of the activity are found in the index alone.
drop index events_by_actor;
create index events_by_actor on events (actor_id, seq, type);

-- The orders of lists that were sorted for each page.
create index project_members_by_joining on project_members (project_id, joined_at, user_id);
create index workspace_members_by_joining on workspace_members (workspace_id, joined_at, user_id);
create index ticket_links_of_ticket on ticket_links (ticket_id, created_at, id);
