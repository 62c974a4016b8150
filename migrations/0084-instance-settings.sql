-- compatible: since 0081
-- What administrators set in the app: one row. Null: not set there.
create table instance_settings (
  id integer primary key check (id = 1),
  name text check (length(name) between 1 and 100),
  sign_up text check (sign_up in ('open', 'invite', 'closed')),
  version integer not null,
  updated_at bigint not null,
  updated_by text references users (id)
);

-- When `docket restore --check` last found the backup complete.
alter table backup_runs add column verified_at bigint;
