-- Who loses their tickets when a project is deleted.
create index ticket_guests_of_home on ticket_guests (home_id);
