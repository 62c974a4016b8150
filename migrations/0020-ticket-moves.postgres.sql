-- How tickets went through the statuses of their home: what the series of statistics are counted from. The
-- database itself writes a row with every change, so that no way of changing a ticket can forget it; the first rows
-- come with the ticket.
create table ticket_moves (
  home_id text not null,
  at bigint not null,
  ticket_id text not null,
  -- Null: it came into the home, by its creation, a restore or from another.
  from_status text,
  -- Null: it left the home.
  to_status text
);
create index ticket_moves_of_home on ticket_moves (home_id, at, from_status, to_status);
create index ticket_moves_started on ticket_moves (ticket_id, at) where to_status = 'in_progress';

create function note_ticket_move() returns trigger language plpgsql as $$
begin
  if old.home_id = new.home_id and old.deleted_at is null and new.deleted_at is null then
    insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
    values (new.home_id, new.updated_at, new.id, old.status, new.status);
    return null;
  end if;
  if old.deleted_at is null then
    insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
    values (old.home_id, new.updated_at, new.id, old.status, null);
  end if;
  if new.deleted_at is null then
    insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
    values (new.home_id, new.updated_at, new.id, null, new.status);
  end if;
  return null;
end
$$;
create trigger ticket_moves_changed after update of status, home_id, deleted_at on tickets for each row
  when (old.status <> new.status or old.home_id <> new.home_id
    or (old.deleted_at is null) <> (new.deleted_at is null)) execute function note_ticket_move();

-- What happened before, as the events tell it. Not read as JSON: PostgreSQL refuses half a surrogate pair, which a title
-- may hold. Inside a text the quotation marks are escaped, so only fields look like these.
insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
select coalesce(project_id, workspace_id), occurred_at, ticket_id, null, substring(data from '"status":"([a-z_]+)"')
from events where type = 'ticket.created' and workspace_id is not null and ticket_id is not null;
insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
select coalesce(project_id, workspace_id), occurred_at, ticket_id, substring(data from '"status":"([a-z_]+)"'), null
from events where type = 'ticket.deleted' and workspace_id is not null and ticket_id is not null;
insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
select coalesce(project_id, workspace_id), occurred_at, ticket_id, substring(data from '"status":\{"from":"([a-z_]+)"'), substring(data from '"status":"([a-z_]+)"')
from events where type = 'ticket.updated' and workspace_id is not null and ticket_id is not null
  and data like '%"status":{"from":%' and data not like '%"projectId":{"from":%';
insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
select coalesce(substring(data from '"projectId":\{"from":"([^"]+)"'), workspace_id), occurred_at, ticket_id,
  coalesce(substring(data from '"status":\{"from":"([a-z_]+)"'), substring(data from '"status":"([a-z_]+)"')), null
from events where type = 'ticket.updated' and workspace_id is not null and ticket_id is not null
  and data like '%"projectId":{"from":%';
insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
select coalesce(project_id, workspace_id), occurred_at, ticket_id, null, substring(data from '"status":"([a-z_]+)"')
from events where type = 'ticket.updated' and workspace_id is not null and ticket_id is not null
  and (data like '%"projectId":{"from":%'
    or data like '%"deleted":{"from":%');
-- An import has no event of the way from the backlog to where it stood.
insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
select t.home_id, coalesce(t.completed_at, t.updated_at), t.id, 'backlog', t.status
from tickets t where t.deleted_at is null and t.status <> 'backlog'
  and not exists (select 1 from ticket_moves m where m.ticket_id = t.id and m.to_status = t.status);
