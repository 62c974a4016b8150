-- What new tickets of a project can be made from. The content is JSON: what the ticket gets unless its creator says otherwise.
create table ticket_templates (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  name_folded text not null,
  content text not null check (length(content) <= 400000),
  created_at bigint not null,
  updated_at bigint not null
);
create unique index ticket_templates_by_name on ticket_templates (project_id, name_folded);

-- Tickets that Docket creates by itself, at each occurrence of a RFC 5545 rule. A schedule without a next occurrence is
-- paused or over.
create table ticket_schedules (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  owner_id text not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  rule text not null check (length(rule) between 1 and 500),
  -- In the time zone, without an offset: 2026-11-16T09:00.
  starts_at text not null check (length(starts_at) = 16),
  timezone text not null check (length(timezone) between 1 and 100),
  template_id text references ticket_templates (id) on delete set null,
  content text not null check (length(content) <= 400000),
  due_days integer check (due_days between 0 and 365),
  next_at bigint,
  paused_at bigint,
  pause_reason text
    check (pause_reason in ('person', 'owner_disabled', 'owner_cannot_write', 'project_not_active', 'refused')),
  pause_message text check (length(pause_message) <= 1000),
  last_at bigint,
  last_ticket_id text references tickets (id) on delete set null,
  last_missed integer,
  created_at bigint not null,
  updated_at bigint not null
);
create index ticket_schedules_of_project on ticket_schedules (project_id, created_at, id);
create index ticket_schedules_due on ticket_schedules (next_at) where next_at is not null;
create index ticket_schedules_of_owner on ticket_schedules (owner_id);
create index ticket_schedules_of_template on ticket_schedules (template_id) where template_id is not null;
create index ticket_schedules_of_ticket on ticket_schedules (last_ticket_id) where last_ticket_id is not null;

create table checklist_items (
  id text primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  -- From 0 without gaps. It changes under the lock of the ticket alone.
  position integer not null check (position >= 0),
  text text not null check (length(text) between 1 and 500),
  done integer not null default 0 check (done in (0, 1)),
  assignee_id text references users (id) on delete set null,
  created_at bigint not null,
  updated_at bigint not null
);
create index checklist_items_of_ticket on checklist_items (ticket_id, position);
create index checklist_items_of_person on checklist_items (assignee_id) where assignee_id is not null;

-- How many items the ticket has: without any, they are not looked for.
alter table tickets add column checklist_total integer not null default 0;
