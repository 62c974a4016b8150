-- By what rule a project plans, starts and ends its cycles. A project without a row does it by hand.
create table cycle_schedules (
  project_id text primary key references projects (id) on delete cascade,
  -- The person in whose name cycles start and end: who set the schedule last.
  set_by text not null references users (id),
  timezone text not null check (length(timezone) between 1 and 64),
  length_weeks integer not null check (length_weeks between 1 and 12),
  -- 1 is Monday.
  start_day integer not null check (start_day between 1 and 7),
  planned_ahead integer not null check (planned_ahead between 1 and 8),
  carries_over integer not null check (carries_over in (0, 1)),
  -- When a cycle starts or ends next; null while the schedule is paused.
  next_at bigint
) /*sqlite without rowid*/;
create index cycle_schedules_due on cycle_schedules (next_at) where next_at is not null;

-- When the schedule started and ended a cycle, so that it does each once.
alter table groups add column started_at bigint;
alter table groups add column ended_at bigint;
