-- compatible: since 0101
-- The commit of the default branch of a local repository that Docket has seen last: no webhook tells of pushes to it.
create table seen_default_commits (
  project_id text not null references projects (id) on delete cascade,
  -- Case-folded `owner/name`.
  repository text not null check (length(repository) <= 201),
  commit_sha text not null check (length(commit_sha) between 40 and 64),
  seen_at bigint not null,
  primary key (project_id, repository)
);
