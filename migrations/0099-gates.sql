-- compatible: since 0081
-- What must be there before a ticket of the project is done. JSON; null: nothing, so nothing more is read for its tickets.
alter table projects add column gates text check (length(gates) <= 200);

-- Who is asked to review a ticket.
create table ticket_reviewers (
  ticket_id text not null references tickets (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  -- Later reviews of this person answer; a new commit asks again.
  asked_at bigint not null,
  primary key (ticket_id, user_id)
);
create index ticket_reviewers_by_user on ticket_reviewers (user_id, asked_at, ticket_id);

create table ticket_reviews (
  id text primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  author_id text references users (id) on delete set null,
  verdict text not null check (verdict in ('approve', 'changes')),
  comment text check (length(comment) between 1 and 10000),
  -- The commit that was reviewed; null: none was known.
  commit_sha text check (length(commit_sha) between 7 and 64),
  -- Why the approval did not count when it was given.
  disqualified text check (disqualified in ('assignee', 'author', 'agent_owner')),
  created_at bigint not null
);
create index ticket_reviews_of_ticket on ticket_reviews (ticket_id, created_at, id);
create index ticket_reviews_by_author on ticket_reviews (author_id, ticket_id) where author_id is not null;
