create table time_logs (
  id text primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  user_id text not null references users (id),
  minutes integer not null check (minutes between 1 and 100000),
  description text check (length(description) <= 2000),
  spent_at bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index time_logs_of_ticket on time_logs (ticket_id, spent_at, id);
create index time_logs_by_user on time_logs (user_id, spent_at);

-- "from blocks to", "from duplicates to", "from relates to": said once, read from both sides.
create table ticket_relations (
  from_id text not null references tickets (id) on delete cascade,
  to_id text not null references tickets (id) on delete cascade,
  kind text not null check (kind in ('blocks', 'relates', 'duplicates')),
  created_at bigint not null,
  primary key (from_id, to_id, kind),
  check (from_id <> to_id)
) /*sqlite without rowid*/;
create index ticket_relations_to on ticket_relations (to_id, kind);
