-- Every name of a repository that any project ever linked: the row is what people who link it at the same moment wait for.
create table repositories (
  name_folded text primary key
) /*sqlite without rowid*/;

create table project_repositories (
  project_id text not null references projects (id) on delete cascade,
  name_folded text not null references repositories (name_folded),
  name text not null check (length(name) between 3 and 200),
  primary key (project_id, name_folded)
) /*sqlite without rowid*/;
create index project_repositories_by_name on project_repositories (name_folded, project_id);
