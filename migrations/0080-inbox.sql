-- compatible: since 0076
-- A notification that was put off or is done counts as read. When its time has come it is unread again.
alter table notifications add column snoozed_until bigint;
alter table notifications add column done_at bigint;
create index notifications_in_inbox on notifications (user_id, created_at, id)
  where snoozed_until is null and done_at is null;
create index notifications_snoozed on notifications (snoozed_until) where snoozed_until is not null;
create index notifications_snoozed_of_user on notifications (user_id, created_at, id) where snoozed_until is not null;

-- When a person wants to hear of a ticket again, once for each ticket. The row becomes a notification with its id as the
-- event, so that it is made once.
create table reminders (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  ticket_id text not null references tickets (id) on delete cascade,
  remind_at bigint not null,
  created_at bigint not null,
  unique (user_id, ticket_id)
);
create index reminders_due on reminders (remind_at);
create index reminders_of_ticket on reminders (ticket_id);

-- What a person arranged in the web app, as JSON: one row for all devices.
create table personal_settings (
  user_id text primary key references users (id) on delete cascade,
  settings text not null check (length(settings) <= 200000),
  updated_at bigint not null
);
