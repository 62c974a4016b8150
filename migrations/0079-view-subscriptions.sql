-- compatible: since 0076
-- Since when a person is notified of tickets that enter a view.
alter table view_marks add column subscribed_at bigint;
create index view_marks_subscribed on view_marks (subscribed_at, user_id, view_id) where subscribed_at is not null;
