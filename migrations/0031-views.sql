-- Saved queries of the ticket list. The place is what a view belongs to: its owner, its project or its workspace.
create table views (
  id text primary key,
  scope text not null check (scope in ('personal', 'project', 'workspace')),
  place_id text not null,
  owner_id text not null references users (id) on delete cascade,
  project_id text references projects (id) on delete cascade,
  workspace_id text references workspaces (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  name_folded text not null,
  query text not null check (length(query) <= 10000),
  display text not null check (length(display) <= 10000),
  version integer not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  check ((scope = 'project') = (project_id is not null)),
  check ((scope = 'workspace') = (workspace_id is not null))
);
create unique index views_of_place on views (place_id, name_folded);
create index views_by_owner on views (owner_id);
create index views_by_project on views (project_id);
create index views_by_workspace on views (workspace_id);

-- What a person has set on a view: a star, and its place in their own order.
create table view_marks (
  user_id text not null references users (id) on delete cascade,
  view_id text not null references views (id) on delete cascade,
  starred integer not null default 0 check (starred in (0, 1)),
  position integer check (position >= 0),
  primary key (user_id, view_id)
) /*sqlite without rowid*/;
create index view_marks_of_view on view_marks (view_id);
