-- compatible: since 0080
-- Who leads a project, when it should be done, and what its people report about it from time to time.
alter table projects add column lead_id text references users (id);
-- A calendar date, `2026-12-24`.
alter table projects add column target_date text check (length(target_date) = 10);

create table project_updates (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  author_id text not null references users (id),
  health text not null check (health in ('on_track', 'at_risk', 'off_track')),
  -- Markdown.
  text text not null check (length(text) <= 20000),
  created_at bigint not null
);
create index project_updates_of_project on project_updates (project_id, created_at, id);
