-- compatible: since 0081
-- An initiative groups projects of a workspace under a goal. A project can serve several.
create table initiatives (
  id text primary key,
  workspace_id text not null references workspaces (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  -- Markdown.
  description text not null check (length(description) <= 20000),
  owner_id text references users (id),
  -- A calendar date, `2026-12-24`.
  target_date text check (length(target_date) = 10),
  -- The order in the workspace; those with the same position are sorted by their creation.
  position integer not null,
  archived_at bigint,
  version integer not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
create index initiatives_of_workspace on initiatives (workspace_id, position, created_at, id);

create table initiative_projects (
  initiative_id text not null references initiatives (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  added_at bigint not null,
  primary key (initiative_id, project_id)
);
create index initiative_projects_of_project on initiative_projects (project_id);
