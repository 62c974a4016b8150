-- compatible: since 0091
-- The case-folded text of a criterion, for the words of a search. Criteria of before are folded as far as SQL can.
alter table ticket_criteria add column text_folded text check (length(text_folded) <= 10000);
update ticket_criteria set text_folded = lower(text);
insert into search_backlog (ticket_id)
select id from tickets where deleted_at is null and criteria_progress is not null on conflict do nothing;
