-- compatible: since 0101
-- What people decided about entries of documentation drafts. An entry is known by the commits or names that it stands for.
create table docs_corrections (
  project_id text not null references projects (id) on delete cascade,
  -- Case-folded `owner/name`.
  repository text not null check (length(repository) <= 201),
  entry_id text not null check (length(entry_id) = 20),
  -- open: a decision that was taken back. The row stays, so that its version never returns.
  decision text not null check (decision in ('open', 'accepted', 'edited', 'dropped')),
  text text not null check (length(text) <= 20000),
  drafted text not null check (length(drafted) <= 20000),
  -- Null: in the pull request, or the account was deleted.
  author_id text references users (id) on delete set null,
  version integer not null,
  updated_at bigint not null,
  primary key (project_id, repository, entry_id)
);
create index docs_corrections_by_updated_at on docs_corrections (project_id, repository, updated_at, entry_id);
create index docs_corrections_by_author on docs_corrections (author_id);

-- What Docket drafted for the pages of a branch, to tell what people change there from it.
create table docs_written_pages (
  project_id text not null references projects (id) on delete cascade,
  repository text not null check (length(repository) <= 201),
  branch text not null check (length(branch) <= 250),
  path text not null check (length(path) <= 1000),
  content text not null,
  -- The ids of the list items of the content, as JSON.
  entries text not null,
  updated_at bigint not null,
  primary key (project_id, repository, branch, path)
);
create index docs_written_pages_by_updated_at on docs_written_pages (updated_at);
