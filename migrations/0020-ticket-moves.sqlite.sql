-- How tickets went through the statuses of their home: what the series of statistics are counted from. The
-- database itself writes a row with every change, so that no way of changing a ticket can forget it; the first rows
-- come with the ticket, for a trigger there would make every new ticket cost a statement journal.
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

create trigger ticket_moves_changed after update of status, home_id, deleted_at on tickets
when old.status <> new.status or old.home_id <> new.home_id
  or (old.deleted_at is null) <> (new.deleted_at is null) begin
  insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
  select new.home_id, new.updated_at, new.id, old.status, new.status
  where old.home_id = new.home_id and old.deleted_at is null and new.deleted_at is null;
  insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
  select old.home_id, new.updated_at, new.id, old.status, null
  where old.deleted_at is null and (old.home_id <> new.home_id or new.deleted_at is not null);
  insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
  select new.home_id, new.updated_at, new.id, null, new.status
  where new.deleted_at is null and (old.home_id <> new.home_id or old.deleted_at is not null);
end;

-- What happened before, as the events tell it.
insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
select coalesce(project_id, workspace_id), occurred_at, ticket_id, null, json_extract(data, '$.ticket.status')
from events where type = 'ticket.created' and workspace_id is not null and ticket_id is not null;
insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
select coalesce(project_id, workspace_id), occurred_at, ticket_id, json_extract(data, '$.ticket.status'), null
from events where type = 'ticket.deleted' and workspace_id is not null and ticket_id is not null;
insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
select coalesce(project_id, workspace_id), occurred_at, ticket_id, json_extract(data, '$.changes.status.from'), json_extract(data, '$.ticket.status')
from events where type = 'ticket.updated' and workspace_id is not null and ticket_id is not null
  and json_type(data, '$.changes.status') is not null and json_type(data, '$.changes.projectId') is null;
insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
select coalesce(json_extract(data, '$.changes.projectId.from'), workspace_id), occurred_at, ticket_id,
  coalesce(json_extract(data, '$.changes.status.from'), json_extract(data, '$.ticket.status')), null
from events where type = 'ticket.updated' and workspace_id is not null and ticket_id is not null
  and json_type(data, '$.changes.projectId') is not null;
insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
select coalesce(project_id, workspace_id), occurred_at, ticket_id, null, json_extract(data, '$.ticket.status')
from events where type = 'ticket.updated' and workspace_id is not null and ticket_id is not null
  and (json_type(data, '$.changes.projectId') is not null
    or json_type(data, '$.changes.deleted') is not null);
-- An import has no event of the way from the backlog to where it stood. Without the index all moves would be read for
-- each ticket.
create index ticket_moves_passing on ticket_moves (ticket_id, to_status);
insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
select t.home_id, coalesce(t.completed_at, t.updated_at), t.id, 'backlog', t.status
from tickets t where t.deleted_at is null and t.status <> 'backlog'
  and not exists (select 1 from ticket_moves m where m.ticket_id = t.id and m.to_status = t.status);
drop index ticket_moves_passing;
