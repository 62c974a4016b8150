-- How tickets came into groups and left them: what the report of a cycle is counted from. A trigger writes a row with
-- every change; the first row comes with the ticket, as in ticket_moves.
create table ticket_group_moves (
  ticket_id text not null references tickets (id) on delete cascade,
  at bigint not null,
  -- Null: it was in no group before.
  from_group_id text,
  -- Null: it is in no group now.
  to_group_id text
);
create index ticket_group_moves_from on ticket_group_moves (from_group_id) where from_group_id is not null;
create index ticket_group_moves_to on ticket_group_moves (to_group_id) where to_group_id is not null;
create index ticket_group_moves_of_ticket on ticket_group_moves (ticket_id);

create trigger ticket_group_moves_changed after update of group_id on tickets
when old.group_id is not new.group_id begin
  insert into ticket_group_moves (ticket_id, at, from_group_id, to_group_id)
  values (new.id, new.updated_at, old.group_id, new.group_id);
end;

-- When the tickets came into their groups is not known before this migration: they count as there from the start.
insert into ticket_group_moves (ticket_id, at, from_group_id, to_group_id)
select id, created_at, null, group_id from tickets where group_id is not null;
