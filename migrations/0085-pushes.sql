-- compatible: since 0081
-- The keys by which services of browsers know this instance. Browsers are bound to them.
create table push_keys (
  id text primary key,
  public_key text not null,
  private_key text not null,
  created_at bigint not null
);

-- The browsers that receive notifications while Docket is closed. They end with their session.
create table push_subscriptions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  endpoint_hash text not null unique,
  target text not null,
  created_at bigint not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id, created_at, id);
create index push_subscriptions_of_session on push_subscriptions (session_id);

-- A notification on its way to a browser. The row is deleted when it was sent.
create table pushes (
  subscription_id text not null references push_subscriptions (id) on delete cascade,
  notification_id text not null references notifications (id) on delete cascade,
  attempts integer not null default 0,
  due_at bigint not null,
  created_at bigint not null,
  primary key (subscription_id, notification_id)
);
create index pushes_due on pushes (due_at, subscription_id, notification_id);
create index pushes_of_notification on pushes (notification_id);
