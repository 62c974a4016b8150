-- Searches for people compare names without regard to case. Until somebody changes their name, letters beyond ASCII of names
-- that exist now are compared as they are on SQLite.
alter table users add column name_folded text not null default '';
update users set name_folded = lower(name);
create index users_by_name on users (name_folded, id);
