-- With the id, by which cycle times find when a ticket was started.
drop index tickets_of_home_by_completion;
create index tickets_of_home_by_completion on tickets (home_id, completed_at, created_at, id, deleted_at)
  where completed_at is not null and deleted_at is null;
