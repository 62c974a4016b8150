-- Whether somebody proved that the address belongs to the account: by a mailed link, by a provider, or by the word of an
-- administrator. `email_verified` is also set without proof where no mail is sent, and is not enough to hand an account over.
alter table users add column email_proven integer not null default 0 check (email_proven in (0, 1));
update users set email_proven = 1 where email_verified = 1
  and id in (select subject_id from audit_entries where action = 'user.email_verified');

-- With which accounts of providers (OpenID Connect) a person signs in.
create table identities (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  provider text not null check (length(provider) between 1 and 50),
  issuer text not null check (length(issuer) <= 500),
  subject text not null check (length(subject) between 1 and 500),
  -- As the provider named it when the identity was connected.
  email text check (length(email) <= 320),
  created_at bigint not null,
  used_at bigint not null,
  unique (issuer, subject)
) /*sqlite without rowid*/;
create index identities_of_user on identities (user_id, created_at);
