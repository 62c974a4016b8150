-- How many bytes the attachments of a project, or of the tickets of a workspace without a project, have. Triggers maintain
-- it, so that an upload can be compared with the limit of the workspace without adding up all its files.
create table home_storage (
  home_id text primary key,
  bytes bigint not null
);
insert into home_storage (home_id, bytes)
  select t.home_id, sum(a.size) from attachments a join tickets t on t.id = a.ticket_id group by t.home_id;

create function count_attachment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into home_storage as s (home_id, bytes) select home_id, new.size from tickets where id = new.ticket_id
      on conflict (home_id) do update set bytes = s.bytes + excluded.bytes;
  else
    update home_storage set bytes = bytes - old.size
    where home_id = (select home_id from tickets where id = old.ticket_id);
  end if;
  return null;
end
$$;
create trigger attachment_counted after insert or delete on attachments
for each row execute function count_attachment();

create function move_ticket_storage() returns trigger language plpgsql as $$
declare
  moved bigint := (select coalesce(sum(size), 0) from attachments where ticket_id = old.id);
begin
  update home_storage set bytes = bytes - moved where home_id = old.home_id;
  -- The attachments of a deleted ticket are deleted after it, when its home is no longer known.
  if tg_op = 'DELETE' then
    return old;
  end if;
  insert into home_storage as s (home_id, bytes) values (new.home_id, moved)
    on conflict (home_id) do update set bytes = s.bytes + excluded.bytes;
  return null;
end
$$;
create trigger ticket_storage_moved after update of home_id on tickets for each row
when (old.home_id <> new.home_id and new.attachment_count > 0) execute function move_ticket_storage();
create trigger ticket_storage_removed before delete on tickets for each row
when (old.attachment_count > 0) execute function move_ticket_storage();
