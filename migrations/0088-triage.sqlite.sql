-- compatible: since 0081
-- Tickets from outside wait in triage until somebody decides about them, in projects that have it on. Statistics count a
-- ticket from its acceptance on, as they count a restored one.
alter table projects add column triage integer not null default 0 check (triage in (0, 1));
alter table tickets add column triage text check (triage in ('waiting', 'snoozed'));
alter table tickets add column snoozed_until bigint;
create index tickets_in_triage on tickets (home_id, created_at) where triage is not null;
create index tickets_snoozed on tickets (snoozed_until) where snoozed_until is not null;

drop trigger ticket_counts_changed;
create trigger ticket_counts_changed
after update of home_id, status, priority, type, assignee_id, completed_at, due_date, deleted_at, triage on tickets
when old.home_id <> new.home_id or old.status <> new.status or old.priority <> new.priority or old.type <> new.type
  or old.assignee_id is not new.assignee_id or old.completed_at is not new.completed_at
  or old.due_date is not new.due_date or (old.deleted_at is null) <> (new.deleted_at is null)
  or (old.triage is null) <> (new.triage is null) begin
  insert into ticket_count_changes
    (change, home_id, status, priority, type, assignee_id, created_at, completed_at, due_date)
  select -1, old.home_id, old.status, old.priority, old.type, old.assignee_id, old.created_at, old.completed_at,
    old.due_date where old.deleted_at is null and old.triage is null;
  insert into ticket_count_changes
    (change, home_id, status, priority, type, assignee_id, created_at, completed_at, due_date)
  select 1, new.home_id, new.status, new.priority, new.type, new.assignee_id, new.created_at, new.completed_at,
    new.due_date where new.deleted_at is null and new.triage is null;
end;

drop trigger ticket_moves_changed;
create trigger ticket_moves_changed after update of status, home_id, deleted_at, triage on tickets
when old.status <> new.status or old.home_id <> new.home_id
  or (old.deleted_at is null) <> (new.deleted_at is null) or (old.triage is null) <> (new.triage is null) begin
  insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
  select new.home_id, new.updated_at, new.id, old.status, new.status
  where old.home_id = new.home_id and old.deleted_at is null and new.deleted_at is null
    and old.triage is null and new.triage is null;
  insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
  select old.home_id, new.updated_at, new.id, old.status, null
  where old.deleted_at is null and old.triage is null
    and (old.home_id <> new.home_id or new.deleted_at is not null or new.triage is not null);
  insert into ticket_moves (home_id, at, ticket_id, from_status, to_status)
  select new.home_id, new.updated_at, new.id, null, new.status
  where new.deleted_at is null and new.triage is null
    and (old.home_id <> new.home_id or old.deleted_at is not null or old.triage is not null);
end;

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
