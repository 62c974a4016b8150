-- The case-folded text of a value whose key is a hash because it is long, for conditions on the words in it. Texts that were
-- written before are folded as far as SQL can.
alter table ticket_field_values add column text_folded text check (length(text_folded) <= 40000);
update ticket_field_values
set text_folded = (
  select lower(json_extract(t.field_values, '$."' || ticket_field_values.field_id || '"'))
  from tickets t where t.id = ticket_field_values.ticket_id)
where text_key like 'sha256:%';
