-- compatible: since 0071
-- Who imported a ticket or comment whose author and dates come from a file. No foreign key: the mark outlives the account.
alter table tickets add column imported_by text;
alter table comments add column imported_by text;

-- When a worker began with the import for the last time: imports of different people take turns by it.
alter table imports add column claimed_at bigint;
