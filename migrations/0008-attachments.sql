-- A row here means that the file behind its key is whole and on the disk; a file without a row is rubbish to be swept.
create table attachments (
  id text primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  uploader_id text not null references users (id),
  file_key text not null unique,
  name text not null check (length(name) between 1 and 255),
  content_type text not null check (length(content_type) between 1 and 100),
  size bigint not null check (size >= 0),
  sha256 text not null check (length(sha256) = 64),
  created_at bigint not null
);
create index attachments_of_ticket on attachments (ticket_id, created_at, id);
create index attachments_by_uploader on attachments (uploader_id);

-- A new picture gets a new id, so that browsers may keep what they have for good.
create table avatars (
  user_id text primary key references users (id) on delete cascade,
  id text not null unique,
  file_key text not null unique,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  size bigint not null check (size > 0),
  sha256 text not null check (length(sha256) = 64),
  created_at bigint not null
);
