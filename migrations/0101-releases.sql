-- compatible: since 0091
-- The first version that contains the ticket.
alter table tickets add column shipped_in text check (length(shipped_in) between 1 and 100);

-- The commit that a merged pull request became on its target branch, as the code host told.
alter table ticket_links add column merge_sha text check (length(merge_sha) between 7 and 64);
create index ticket_links_by_merge_sha on ticket_links (merge_sha) where merge_sha is not null;

-- Versions of projects. One with a tag is read from the repository when it is due.
create table releases (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  version text not null check (length(version) between 1 and 100),
  -- Case-folded `owner/name`, and the tag there; both empty for a version that a person recorded without them.
  repository text not null check (length(repository) <= 200),
  tag text not null check (length(tag) <= 250),
  commit_sha text check (length(commit_sha) between 7 and 64),
  -- 1: the tag is older than the link of its repository, so nobody is told of its tickets.
  is_silent integer not null default 0 check (is_silent in (0, 1)),
  due_at bigint,
  attempts integer not null default 0,
  error text check (length(error) <= 1000),
  created_at bigint not null,
  -- When the tag was found to be deleted. The row stays, so that nobody is told twice if the tag returns.
  deleted_at bigint
);
create unique index releases_of_project on releases (project_id, repository, tag, version);
create index releases_by_created_at on releases (project_id, created_at, id);
create index releases_by_due_at on releases (due_at) where due_at is not null;

create table release_tickets (
  release_id text not null references releases (id) on delete cascade,
  ticket_id text not null references tickets (id) on delete cascade,
  -- Null: the ticket is not done yet.
  shipped_at bigint,
  primary key (release_id, ticket_id)
);
create index release_tickets_by_ticket on release_tickets (ticket_id);
create index release_tickets_waiting on release_tickets (ticket_id) where shipped_at is null;
