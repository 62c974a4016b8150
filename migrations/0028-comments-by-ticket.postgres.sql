-- Each new comment finds its ticket by the id. Joined, all tickets were read where the planner took them for few.
create or replace function note_comments() returns trigger language plpgsql as $$
begin
  insert into ticket_count_changes (change, home_id, commented_at)
  select case tg_op when 'INSERT' then count(*) else -count(*) end, home_id, min(created_at) from (
    select c.created_at,
      (select t.home_id from tickets t where t.id = c.ticket_id and t.deleted_at is null) as home_id
    from touched c) said
  where home_id is not null group by home_id, created_at / 86400000;
  return null;
end
$$;
