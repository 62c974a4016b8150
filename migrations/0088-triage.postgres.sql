-- compatible: since 0081
-- Tickets from outside wait in triage until somebody decides about them, in projects that have it on. Statistics count a
-- ticket from its acceptance on, as they count a restored one.
alter table projects add column triage integer not null default 0 check (triage in (0, 1));
alter table tickets add column triage text check (triage in ('waiting', 'snoozed'));
alter table tickets add column snoozed_until bigint;
create index tickets_in_triage on tickets (home_id, created_at) where triage is not null;
create index tickets_snoozed on tickets (snoozed_until) where snoozed_until is not null;

create or replace function note_ticket_counts() returns trigger language plpgsql as $$
begin
  insert into ticket_count_changes
    (change, home_id, status, priority, type, assignee_id, created_at, completed_at, due_date)
  select -1, old.home_id, old.status, old.priority, old.type, old.assignee_id, old.created_at, old.completed_at,
    old.due_date where old.deleted_at is null and old.triage is null
  union all
  select 1, new.home_id, new.status, new.priority, new.type, new.assignee_id, new.created_at, new.completed_at,
    new.due_date where new.deleted_at is null and new.triage is null;
  return null;
end
$$;
drop trigger ticket_counts_changed on tickets;
create trigger ticket_counts_changed
after update of home_id, status, priority, type, assignee_id, completed_at, due_date, deleted_at, triage on tickets
for each row
when (old.home_id <> new.home_id or old.status <> new.status or old.priority <> new.priority or old.type <> new.type
  or old.assignee_id is distinct from new.assignee_id or old.completed_at is distinct from new.completed_at
  or old.due_date is distinct from new.due_date or (old.deleted_at is null) <> (new.deleted_at is null)
  or (old.triage is null) <> (new.triage is null))
execute function note_ticket_counts();

create or replace function note_ticket_move() returns trigger language plpgsql as $$
declare
  was_in boolean := old.deleted_at is null and old.triage is null;
  is_in boolean := new.deleted_at is null and new.triage is null;
begin
  if old.home_id = new.home_id and was_in and is_in then
    insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
    values (new.home_id, new.updated_at, new.id, old.status, new.status);
    return null;
  end if;
  if was_in then
    insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
    values (old.home_id, new.updated_at, new.id, old.status, null);
  end if;
  if is_in then
    insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
    values (new.home_id, new.updated_at, new.id, null, new.status);
  end if;
  return null;
end
$$;
drop trigger ticket_moves_changed on tickets;
create trigger ticket_moves_changed after update of status, home_id, deleted_at, triage on tickets for each row
  when (old.status <> new.status or old.home_id <> new.home_id
    or (old.deleted_at is null) <> (new.deleted_at is null)
    or (old.triage is null) <> (new.triage is null)) execute function note_ticket_move();

-- The ways into the triage of a project: a form, a webhook, mail. The token is the address, so it is stored sealed to be
-- shown again, and hashed to be found.
create table intake_channels (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  kind text not null check (kind in ('form', 'webhook', 'mail')),
  token_hash text not null unique,
  token_sealed text not null,
  created_by text references users (id) on delete set null,
  created_at bigint not null,
  unique (project_id, kind)
);
-- Who sent a ticket through one of them, as they say themselves.
create table ticket_senders (
  ticket_id text primary key references tickets (id) on delete cascade,
  kind text not null check (kind in ('form', 'webhook', 'mail')),
  name text check (length(name) <= 200),
  email text check (length(email) <= 320)
);
