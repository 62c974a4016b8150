-- compatible: since 0071
-- What agents should know about a project. Agents propose notes, people accept them.
create table project_notes (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  text text not null check (length(text) between 1 and 2000),
  -- A JSON array of words.
  tags text not null default '[]' check (length(tags) <= 1000),
  state text not null check (state in ('accepted', 'proposed')),
  created_by text references users (id) on delete set null,
  accepted_by text references users (id) on delete set null,
  version integer not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
create index project_notes_of_project on project_notes (project_id, updated_at, id);
create index project_notes_by_author on project_notes (created_by) where created_by is not null;
create index project_notes_by_acceptor on project_notes (accepted_by) where accepted_by is not null;
