-- The ids of its labels, sorted and separated by commas: lists would look them up ticket by ticket.
alter table tickets add column label_ids text;

update tickets set label_ids = (
  select string_agg(l.label_id, ',' order by l.label_id) from ticket_labels l where l.ticket_id = tickets.id)
where label_count > 0;
