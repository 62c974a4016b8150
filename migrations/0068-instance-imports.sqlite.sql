-- An import without a project is one of a whole instance. The tables are made anew, because SQLite cannot drop a NOT NULL;
-- dropping `imports` would delete the rows of `import_files`.
create table imports_kept as select * from imports;
create table import_files_kept as select * from import_files;
drop table import_files;
drop table imports;

create table imports (
  id text primary key,
  project_id text references projects (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  product text not null check (product in ('github', 'gitlab', 'jira', 'linear', 'plane', 'trello', 'csv', 'docket')),
  -- JSON: the mapping, and the credential of the request.
  request text not null check (length(request) <= 2000000),
  state text not null check (state in ('waiting', 'queued', 'running', 'done', 'failed', 'cancelled')),
  dry_run integer not null default 1 check (dry_run in (0, 1)),
  progress text,
  report text,
  error text,
  attempts integer not null default 0,
  leased_by text,
  leased_until bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create table import_files (
  import_id text not null references imports (id) on delete cascade,
  position integer not null,
  file_key text not null unique,
  name text not null check (length(name) between 1 and 255),
  size bigint not null check (size >= 0),
  sha256 text not null check (length(sha256) = 64),
  primary key (import_id, position)
) without rowid;

insert into imports (id, project_id, user_id, product, request, state, dry_run, progress, report, error, attempts, leased_by,
  leased_until, created_at, updated_at)
select id, project_id, user_id, product, request, state, dry_run, progress, report, error, attempts, leased_by,
  leased_until, created_at, updated_at from imports_kept;
insert into import_files (import_id, position, file_key, name, size, sha256)
select import_id, position, file_key, name, size, sha256 from import_files_kept;
drop table imports_kept;
drop table import_files_kept;

create index imports_open on imports (created_at, id) where state in ('queued', 'running');
create index imports_of_project on imports (project_id, created_at, id);
create index imports_of_user on imports (user_id);
create index imports_ended on imports (updated_at) where state not in ('queued', 'running');
