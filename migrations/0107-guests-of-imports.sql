-- compatible: since 0101
-- Clients know the names of disabled people who have tickets without being members: placeholders of imports, above all.
insert into ticket_guests (user_id, home_id)
select person.user_id, person.home_id
from (select assignee_id as user_id, home_id from tickets where assignee_id is not null
  union select reporter_id, home_id from tickets) person
join users u on u.id = person.user_id
where u.active = 0
on conflict do nothing;
