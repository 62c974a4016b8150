create table workspaces (
  id text primary key,
  name text not null check (length(name) between 1 and 200),
  kind text not null check (kind in ('personal', 'shared')),
  owner_id text not null references users (id),
  created_at bigint not null,
  updated_at bigint not null
) /*sqlite without rowid*/;
create unique index workspaces_personal on workspaces (owner_id) where kind = 'personal';

create table workspace_members (
  workspace_id text not null references workspaces (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  joined_at bigint not null,
  primary key (workspace_id, user_id)
) /*sqlite without rowid*/;
create index workspace_members_by_user on workspace_members (user_id, workspace_id);

create table projects (
  id text primary key,
  workspace_id text not null references workspaces (id),
  owner_id text not null references users (id),
  name text not null check (length(name) between 1 and 200),
  name_folded text not null,
  description text check (length(description) <= 100000),
  description_folded text,
  key text not null check (length(key) between 1 and 64),
  status text not null check (status in ('active', 'archived', 'deleted')),
  visibility text not null check (visibility in ('private', 'public')),
  version integer not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  -- What the status was before the deletion, for the restore.
  status_before_delete text check (status_before_delete in ('active', 'archived'))
) /*sqlite without rowid*/;
create index projects_by_workspace on projects (workspace_id, status);
create index projects_public on projects (workspace_id) where visibility = 'public';

-- Every key a project ever had: a ticket keeps answering to the key it was known by, and no other project can take it.
create table project_keys (
  key_folded text primary key,
  project_id text not null references projects (id) on delete cascade
) /*sqlite without rowid*/;
create index project_keys_by_project on project_keys (project_id);

create table project_members (
  project_id text not null references projects (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  joined_at bigint not null,
  primary key (project_id, user_id)
) /*sqlite without rowid*/;
create index project_members_by_user on project_members (user_id, project_id);
