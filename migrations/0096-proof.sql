-- compatible: since 0081
-- What must be true when a ticket is done, and what shows it.
create table ticket_criteria (
  id text primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  position integer not null check (position >= 0),
  text text not null check (length(text) between 1 and 500),
  -- How the criterion is checked; null: anybody who may edit the ticket says so.
  check_type text check (check_type in ('command', 'tests', 'host_check', 'no_break', 'person')),
  check_value text check (length(check_value) between 1 and 500),
  state text not null default 'open' check (state in ('open', 'shown', 'stale', 'failed')),
  created_at bigint not null,
  updated_at bigint not null,
  check (check_value is null or check_type is not null)
);
create index ticket_criteria_of_ticket on ticket_criteria (ticket_id, position, id);

-- How many criteria are shown, of how many, such as 3/4. Null: the ticket has none, so nothing more is read for it.
alter table tickets add column criteria_progress text check (length(criteria_progress) <= 7);

create table evidence (
  id text primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  criterion_id text references ticket_criteria (id) on delete set null,
  -- The agent task whose worker reported it.
  task_id text references agent_tasks (id) on delete set null,
  author_id text references users (id) on delete set null,
  -- The code host that reported it.
  host text check (length(host) <= 40),
  kind text not null
    check (kind in ('test_report', 'command', 'image', 'diff', 'log', 'coverage', 'link', 'host_check')),
  commit_sha text check (length(commit_sha) between 7 and 64),
  passed integer not null check (passed in (0, 1)),
  -- 1: the state of the criterion comes from it.
  decides integer not null default 0 check (decides in (0, 1)),
  summary text not null check (length(summary) between 1 and 500),
  exit_code integer,
  url text check (length(url) <= 2000),
  -- JSON: counts of a test report, and the names of failing tests.
  tests text check (length(tests) <= 100000),
  created_at bigint not null
);
create index evidence_of_ticket on evidence (ticket_id, created_at, id);
create index evidence_by_criterion on evidence (criterion_id, decides) where criterion_id is not null;
create index evidence_by_task on evidence (task_id) where task_id is not null;
create index evidence_by_author on evidence (author_id) where author_id is not null;

-- The files of evidence are attachments of its ticket. Name, size and hash stay when the attachment is deleted.
create table evidence_files (
  evidence_id text not null references evidence (id) on delete cascade,
  position integer not null check (position between 0 and 9),
  attachment_id text references attachments (id) on delete set null,
  name text not null check (length(name) between 1 and 255),
  content_type text not null check (length(content_type) <= 255),
  size bigint not null check (size >= 0),
  sha256 text not null check (length(sha256) = 64),
  primary key (evidence_id, position)
);
create index evidence_files_by_attachment on evidence_files (attachment_id) where attachment_id is not null;

-- The newest commit of a ticket's branch, as pushes of agents report it.
create table ticket_heads (
  ticket_id text primary key references tickets (id) on delete cascade,
  commit_sha text not null check (length(commit_sha) between 7 and 64),
  updated_at bigint not null
);
