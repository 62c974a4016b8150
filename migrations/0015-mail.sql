-- What is to be sent by mail, and what became of it. A row is marked as being sent before the first byte goes out: whatever
-- happens then, nothing is sent twice.
create table mails (
  id text primary key,
  kind text not null check (length(kind) between 1 and 50),
  -- What it is about: with the kind, at most one mail.
  subject_id text not null,
  -- Whoever has no account yet has an address.
  user_id text references users (id) on delete cascade,
  address text check (length(address) <= 320),
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'dropped', 'refused', 'given_up', 'unknown')),
  attempts integer not null default 0,
  due_at bigint not null,
  claimed_at bigint,
  -- Why the last attempt did not succeed.
  problem text check (length(problem) <= 200),
  unsubscribe_hash text unique,
  unsubscribe_from text check (length(unsubscribe_from) <= 50),
  created_at bigint not null,
  unique (kind, subject_id),
  check ((user_id is null) <> (address is null))
);
create index mails_due on mails (due_at, id) where state = 'waiting';
create index mails_being_sent on mails (claimed_at) where state = 'sending';
create index mails_by_time on mails (created_at);
create index mails_by_user on mails (user_id);

-- When the next weekly digest of a person is due, and in which zone that was reckoned.
create table digests (
  user_id text primary key references users (id) on delete cascade,
  timezone text not null check (length(timezone) <= 100),
  next_at bigint not null
) /*sqlite without rowid*/;
create index preferences_with_digest on preferences (user_id) where mail_weekly_digest = 1;
