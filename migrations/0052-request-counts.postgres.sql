-- How many requests each process admitted for each credential in each minute, for the shared rate limit
-- (postgres-shared-counts.ts). Not logged: the counts matter for a minute, and after a crash each process writes its own
-- counts again. A process writes only its own rows, so processes never wait for each other.
create unlogged table request_counts (
  minute bigint not null,
  subject text not null,
  process text not null,
  used bigint not null,
  primary key (minute, subject, process)
);
