-- A ticket has a milestone besides its group, so that it can be in a cycle and in a milestone.
alter table tickets add column milestone_id text references groups (id) on delete set null;
-- The progress of a milestone is read from this index alone.
create index tickets_by_milestone on tickets (milestone_id, status, estimate_hundredths, deleted_at)
  where milestone_id is not null;

alter table groups add column description text check (length(description) <= 2000);

-- A milestone that the ticket has as its group is written by the trigger on the group.
create function note_ticket_milestone_move() returns trigger language plpgsql as $$
begin
  insert into ticket_group_moves (ticket_id, at, from_group_id, to_group_id)
  values (new.id, new.updated_at, nullif(old.milestone_id, old.group_id), nullif(new.milestone_id, new.group_id));
  return null;
end
$$;
create trigger ticket_milestone_moves_changed after update of milestone_id on tickets for each row
  when (old.milestone_id is distinct from new.milestone_id
    and nullif(old.milestone_id, old.group_id) is distinct from nullif(new.milestone_id, new.group_id))
  execute function note_ticket_milestone_move();

-- Tickets whose group is a milestone have had it so far.
update tickets set milestone_id = group_id
where group_id in (select id from groups where kind = 'milestone');
