create index notifications_of_ticket on notifications (user_id, ticket_id, created_at, id) where ticket_id is not null;
