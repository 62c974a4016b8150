-- How many bytes the attachments of a project, or of the tickets of a workspace without a project, have. Triggers maintain
-- it, so that an upload can be compared with the limit of the workspace without adding up all its files.
create table home_storage (
  home_id text primary key,
  bytes bigint not null
) /*sqlite without rowid*/;
insert into home_storage (home_id, bytes)
  select t.home_id, sum(a.size) from attachments a join tickets t on t.id = a.ticket_id group by t.home_id;

create trigger attachment_stored after insert on attachments begin
  insert into home_storage (home_id, bytes) select home_id, new.size from tickets where id = new.ticket_id
    on conflict (home_id) do update set bytes = bytes + excluded.bytes;
end;
create trigger attachment_removed after delete on attachments begin
  update home_storage set bytes = bytes - old.size
  where home_id = (select home_id from tickets where id = old.ticket_id);
end;
create trigger ticket_storage_moved after update of home_id on tickets
when old.home_id <> new.home_id and new.attachment_count > 0 begin
  update home_storage set bytes = bytes - (select coalesce(sum(size), 0) from attachments where ticket_id = new.id)
  where home_id = old.home_id;
  insert into home_storage (home_id, bytes)
    select new.home_id, coalesce(sum(size), 0) from attachments where ticket_id = new.id
    on conflict (home_id) do update set bytes = bytes + excluded.bytes;
end;
-- The attachments are deleted after their ticket, when its home is no longer known.
create trigger ticket_storage_removed before delete on tickets when old.attachment_count > 0 begin
  update home_storage set bytes = bytes - (select coalesce(sum(size), 0) from attachments where ticket_id = old.id)
  where home_id = old.home_id;
end;
