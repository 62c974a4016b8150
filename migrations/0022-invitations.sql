-- Who may make an account where sign-up is by invitation, or join a project.
create table invitations (
  id text primary key,
  email text not null check (length(email) between 3 and 320),
  email_folded text not null,
  project_id text references projects (id) on delete cascade,
  role text check (role in ('owner', 'admin', 'member', 'viewer')),
  invited_by text not null references users (id),
  created_at bigint not null,
  expires_at bigint not null,
  accepted_at bigint,
  accepted_by text references users (id),
  revoked_at bigint,
  check ((project_id is null) = (role is null))
);
create index invitations_by_inviter on invitations (invited_by, created_at);
create index invitations_of_project on invitations (project_id, created_at);
create index invitations_by_email on invitations (email_folded);
create index invitations_by_time on invitations (created_at);

-- The link that the inviter saw and the one in the mail are two, so that neither has to be kept.
create table invitation_tokens (
  token_hash text primary key,
  invitation_id text not null references invitations (id) on delete cascade
) /*sqlite without rowid*/;
create index invitation_tokens_of on invitation_tokens (invitation_id);
