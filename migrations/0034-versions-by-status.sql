-- Loads of all tickets of a home read its ids from this index, and their checksum the versions, without the tickets.
drop index tickets_of_home_by_status;
create index tickets_of_home_by_status on tickets (home_id, status_rank, id, version) where deleted_at is null;
