create table preferences (
  user_id text primary key references users (id) on delete cascade,
  id text not null unique,
  theme text not null default 'system' check (theme in ('light', 'dark', 'system')),
  notifications integer not null default 1 check (notifications in (0, 1)),
  timezone text not null default 'UTC' check (length(timezone) <= 100),
  language text not null default 'en' check (length(language) <= 35),
  mail_ticket_assigned integer not null default 1 check (mail_ticket_assigned in (0, 1)),
  mail_ticket_updated integer not null default 1 check (mail_ticket_updated in (0, 1)),
  mail_project_invites integer not null default 1 check (mail_project_invites in (0, 1)),
  mail_weekly_digest integer not null default 0 check (mail_weekly_digest in (0, 1)),
  created_at bigint not null,
  updated_at bigint not null
) /*sqlite without rowid*/;

-- What the statistics ask for.
create index events_by_actor_and_type on events (actor_id, type, occurred_at);
create index events_of_project_by_time on events (project_id, occurred_at, actor_id);
create index comments_by_time on comments (created_at, ticket_id);
create index tickets_of_home_by_completion on tickets (home_id, completed_at, created_at)
  where completed_at is not null and deleted_at is null;
create index tickets_of_home_by_due_date on tickets (home_id, due_date, status)
  where due_date is not null and deleted_at is null;
