-- What administrators allow webhooks to reach in private networks, besides WEBHOOK_PRIVATE_TARGETS.
create table webhook_targets (
  id text primary key,
  target text not null unique check (length(target) between 1 and 300),
  note text not null default '' check (length(note) <= 500),
  added_at bigint not null,
  -- Null: added on the command line, or by an account that is gone.
  added_by text references users (id) on delete set null
) /*sqlite without rowid*/;
