-- Where the repositories of a project live, with a token of its own.
create table project_code_hosts (
  project_id text primary key references projects (id) on delete cascade,
  kind text not null check (kind in ('github', 'gitlab', 'gitea')),
  api_url text not null check (length(api_url) between 8 and 500),
  token_sealed text not null,
  updated_at bigint not null
);
