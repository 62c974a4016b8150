-- The home of a ticket is its project, or its workspace where it has no project. One row holds what all tickets
-- of a home share: the last number given and how many of them live. It is touched last in a transaction.
create table ticket_homes (
  id text primary key,
  last_number integer not null default 0,
  ticket_count integer not null default 0 check (ticket_count >= 0)
) /*sqlite without rowid*/;

-- Where a person may have a ticket (as its reporter or assignee) without being a member of its home. A row here is
-- only a hint where to look: whether a ticket may be read is decided on the ticket.
create table ticket_guests (
  user_id text not null references users (id) on delete cascade,
  home_id text not null references ticket_homes (id) on delete cascade,
  primary key (user_id, home_id)
) /*sqlite without rowid*/;

create table labels (
  id text primary key,
  workspace_id text not null references workspaces (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  name_folded text not null,
  color text not null,
  created_at bigint not null,
  updated_at bigint not null,
  unique (workspace_id, name_folded)
) /*sqlite without rowid*/;

create table groups (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  kind text not null check (kind in ('cycle', 'milestone', 'list')),
  starts_at bigint,
  ends_at bigint,
  created_at bigint not null,
  updated_at bigint not null
) /*sqlite without rowid*/;
create index groups_by_project on groups (project_id);

create table tickets (
  id text primary key,
  home_id text not null references ticket_homes (id),
  project_id text references projects (id),
  number integer,
  title text not null check (length(title) between 1 and 500),
  title_folded text not null,
  description text check (length(description) <= 100000),
  description_folded text,
  type text not null check (type in ('TASK', 'BUG', 'FEATURE', 'IMPROVEMENT', 'EPIC')),
  status text not null check (status in ('backlog', 'todo', 'in_progress', 'in_review', 'done', 'cancelled')),
  status_rank smallint generated always as (case status when 'backlog' then 0 when 'todo' then 1
    when 'in_progress' then 2 when 'in_review' then 3 when 'done' then 4 else 5 end) stored,
  priority text not null check (priority in ('lowest', 'low', 'medium', 'high', 'highest')),
  priority_rank smallint generated always as (case priority when 'lowest' then 0 when 'low' then 1
    when 'medium' then 2 when 'high' then 3 else 4 end) stored,
  stage text not null check (stage in ('PLANNING', 'DEVELOPMENT', 'TESTING', 'DEPLOYMENT', 'COMPLETED')),
  assignee_id text references users (id),
  reporter_id text not null references users (id),
  group_id text references groups (id) on delete set null,
  parent_id text references tickets (id) on delete set null,
  due_date bigint,
  completed_at bigint,
  comment_count integer not null default 0,
  attachment_count integer not null default 0,
  time_log_count integer not null default 0,
  label_count integer not null default 0,
  version integer not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  check ((project_id is null) = (number is null))
);

create unique index tickets_numbers on tickets (project_id, number) where project_id is not null;
-- A list is read along the index of its sort, home by home, or along the newest of all.
create index tickets_by_update on tickets (updated_at, id) where deleted_at is null;
create index tickets_by_creation on tickets (created_at, id) where deleted_at is null;
create index tickets_of_home_by_update on tickets (home_id, updated_at, id) where deleted_at is null;
create index tickets_of_home_by_creation on tickets (home_id, created_at, id) where deleted_at is null;
create index tickets_of_home_by_title on tickets (home_id, title_folded, id) where deleted_at is null;
create index tickets_of_home_by_priority on tickets (home_id, priority_rank, id) where deleted_at is null;
create index tickets_of_home_by_status on tickets (home_id, status_rank, id) where deleted_at is null;
-- Counts of filtered lists come from this one alone.
create index tickets_of_home_by_facts on tickets (home_id, status, priority, type, assignee_id) where deleted_at is null;
create index tickets_by_assignee on tickets (assignee_id, updated_at, id) where deleted_at is null;
create index tickets_by_reporter on tickets (reporter_id, updated_at, id) where deleted_at is null;
create index tickets_by_group on tickets (group_id) where group_id is not null;
create index tickets_by_parent on tickets (parent_id) where parent_id is not null;
create index tickets_deleted on tickets (deleted_at) where deleted_at is not null;

-- Numbers a ticket had in projects it moved away from.
create table ticket_former_numbers (
  project_id text not null references projects (id) on delete cascade,
  number integer not null,
  ticket_id text not null references tickets (id) on delete cascade,
  primary key (project_id, number)
) /*sqlite without rowid*/;
create index ticket_former_numbers_by_ticket on ticket_former_numbers (ticket_id);

create table ticket_labels (
  ticket_id text not null references tickets (id) on delete cascade,
  label_id text not null references labels (id) on delete cascade,
  primary key (ticket_id, label_id)
) /*sqlite without rowid*/;
create index ticket_labels_by_label on ticket_labels (label_id);

create table comments (
  id text primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  author_id text not null references users (id),
  content text not null check (length(content) between 1 and 64000),
  content_folded text not null,
  version integer not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
create index comments_of_ticket on comments (ticket_id, created_at, id);
create index comments_by_author on comments (author_id, created_at);
