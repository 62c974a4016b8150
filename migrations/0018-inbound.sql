-- By which names code hosts know a person, so that commits and reviews are counted as theirs.
create table code_logins (
  login_folded text primary key,
  user_id text not null references users (id) on delete cascade,
  login text not null check (length(login) between 1 and 100)
) /*sqlite without rowid*/;
create index code_logins_by_user on code_logins (user_id);

-- What a project does by itself when something happens in a linked repository. Without a row: move, do not open.
create table project_automation (
  project_id text primary key references projects (id) on delete cascade,
  move_tickets integer not null check (move_tickets in (0, 1)),
  open_tickets integer not null check (open_tickets in (0, 1))
) /*sqlite without rowid*/;

-- Commits, branches and pull requests that name a ticket, and the issue that opened it.
create table ticket_links (
  id text primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  kind text not null check (kind in ('commit', 'branch', 'pull_request', 'issue')),
  provider text not null check (length(provider) <= 20),
  repository text not null check (length(repository) <= 200),
  -- The hash of a commit, the name of a branch, the number of a pull request or issue.
  reference text not null check (length(reference) between 1 and 255),
  title text not null check (length(title) <= 500),
  url text check (length(url) <= 2000),
  state text check (state in ('open', 'draft', 'merged', 'closed', 'deleted')),
  closes integer not null check (closes in (0, 1)),
  author text check (length(author) <= 200),
  author_id text references users (id) on delete set null,
  created_at bigint not null,
  updated_at bigint not null,
  unique (ticket_id, kind, provider, repository, reference)
) /*sqlite without rowid*/;
create index ticket_links_of_thing on ticket_links (provider, repository, kind, reference);

-- For /webhooks/generic of one project. Only hashes: a leaked database lets nobody in.
create table project_access_tokens (
  token_hash text primary key,
  id text not null unique,
  project_id text not null references projects (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  start text not null,
  created_by text references users (id) on delete set null,
  created_at bigint not null,
  last_used_at bigint
) /*sqlite without rowid*/;
create index project_access_tokens_by_project on project_access_tokens (project_id, created_at);

-- Which task follows from which event; the first that fits decides.
create table project_triggers (
  project_id text not null references projects (id) on delete cascade,
  position integer not null,
  event text not null check (length(event) between 1 and 200),
  ignores integer not null check (ignores in (0, 1)),
  kind text check (length(kind) between 1 and 100),
  instructions text check (length(instructions) <= 20000),
  priority text check (priority in ('lowest', 'low', 'medium', 'high', 'highest')),
  primary key (project_id, position)
) /*sqlite without rowid*/;

-- What came in, and what it caused. The delivery id is what keeps a repetition from causing anything.
create table inbound_deliveries (
  id text primary key,
  provider text not null check (provider in ('github', 'gitlab', 'gitea', 'forgejo', 'bitbucket', 'generic')),
  delivery_id text not null check (length(delivery_id) between 1 and 300),
  event text not null check (length(event) <= 200),
  action text check (length(action) <= 100),
  repository text check (length(repository) <= 300),
  verified integer not null check (verified in (0, 1)),
  outcome text not null check (outcome in ('tasks', 'changes', 'ignored', 'ping')),
  reason text check (length(reason) <= 1000),
  effects text not null,
  bytes integer not null,
  repeats integer not null default 0,
  replay_of text,
  replayed_by text references users (id) on delete set null,
  received_at bigint not null,
  unique (provider, delivery_id)
);
create index inbound_deliveries_by_time on inbound_deliveries (received_at, id);

create table inbound_bodies (
  delivery_id text primary key references inbound_deliveries (id) on delete cascade,
  body text not null
);

create table inbound_delivery_projects (
  project_id text not null references projects (id) on delete cascade,
  received_at bigint not null,
  delivery_id text not null references inbound_deliveries (id) on delete cascade,
  primary key (project_id, received_at, delivery_id)
) /*sqlite without rowid*/;
create index inbound_delivery_projects_by_delivery on inbound_delivery_projects (delivery_id);

-- Commits that were counted as somebody's: a merge brings the same ones again.
create table pushed_commits (
  repository text not null,
  sha text not null,
  pushed_at bigint not null,
  primary key (repository, sha)
) /*sqlite without rowid*/;
create index pushed_commits_by_time on pushed_commits (pushed_at);

-- Pull requests by branch and commit: some code hosts say of a failed check only that.
create table code_pull_requests (
  provider text not null,
  repository text not null,
  number integer not null,
  branch text not null,
  sha text,
  is_open integer not null check (is_open in (0, 1)),
  updated_at bigint not null,
  primary key (provider, repository, number)
) /*sqlite without rowid*/;
create index code_pull_requests_by_branch on code_pull_requests (provider, repository, branch);
create index code_pull_requests_by_sha on code_pull_requests (provider, repository, sha);
create index code_pull_requests_by_time on code_pull_requests (updated_at);
