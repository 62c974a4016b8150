-- Fields that a project declares for its tickets. An archived field keeps its values and can be restored.
create table project_fields (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  name_folded text not null,
  type text not null
    check (type in ('text', 'number', 'date', 'select', 'multi_select', 'person', 'url', 'checkbox')),
  description text check (length(description) <= 500),
  required integer not null default 0 check (required in (0, 1)),
  -- JSON, in the form of the values.
  default_value text check (length(default_value) <= 20000),
  -- JSON: id, name, color and archived of each option, in order.
  options text not null default '[]' check (length(options) <= 100000),
  position integer not null check (position >= 0),
  archived_at bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index project_fields_by_name on project_fields (project_id, name_folded) where archived_at is null;
create index project_fields_in_order on project_fields (project_id, position);

-- The values of a ticket as JSON by the id of the field; null for most tickets. Lists, events and exports read this column.
alter table tickets add column field_values text check (length(field_values) <= 20000);

-- The same values by field and value, for filters. A field with several values has a row for each, named by `item`.
create table ticket_field_values (
  ticket_id text not null references tickets (id) on delete cascade,
  field_id text not null references project_fields (id) on delete cascade,
  item text not null,
  text_key text,
  number_key double precision,
  primary key (ticket_id, field_id, item)
) /*sqlite without rowid*/;
create index ticket_field_values_by_text on ticket_field_values (field_id, text_key, ticket_id);
create index ticket_field_values_by_number on ticket_field_values (field_id, number_key, ticket_id);

-- The fields of a project, archived ones included: without any, a new ticket does not look for them.
alter table projects add column field_count integer not null default 0;

-- What the project calls its statuses, and which may follow which, as JSON; null for the six as they are.
alter table projects add column workflow text check (length(workflow) <= 20000);
