-- Imports of archives look up the moves of tickets. This index also serves the lookups of the partial one.
create index ticket_moves_of_ticket on ticket_moves (ticket_id, to_status, at);
drop index ticket_moves_started;
