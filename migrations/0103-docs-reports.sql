-- compatible: since 0091
-- 1: pull requests of linked repositories get a status and a comment, tags get release notes, drafts a pull request.
alter table project_automation add column publish_docs integer not null default 0 check (publish_docs in (0, 1));

-- What is to be told about a pull request, a tag or the default branch of a linked repository, and what was told.
create table docs_reports (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  host_kind text not null check (host_kind in ('github', 'gitlab', 'gitea')),
  -- Case-folded `owner/name`.
  repository text not null check (length(repository) <= 200),
  kind text not null check (kind in ('pull_request', 'tag', 'branch')),
  -- The number of the pull request, or the name of the tag or branch.
  subject text not null check (length(subject) between 1 and 250),
  -- In the comment, so that Docket finds it again. Nobody can guess it.
  mark text not null,
  -- The host that the repository was found on; null before. One project alone tells it.
  host text check (length(host) <= 2100),
  -- How often it was made due: a change during the work makes it due again.
  marked integer not null default 1,
  due_at bigint,
  -- One process works on it until then.
  taken_until bigint,
  attempts integer not null default 0,
  error text,
  -- JSON: what was told last.
  state text,
  created_at bigint not null,
  updated_at bigint not null,
  unique (project_id, host_kind, repository, kind, subject),
  unique (host, repository, kind, subject)
);
create index docs_reports_due on docs_reports (due_at, id) where due_at is not null;
