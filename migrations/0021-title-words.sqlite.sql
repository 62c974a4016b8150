-- The three longest words of the title of every open ticket: where to look for tickets like a new one. Only a hint, the titles decide.
create table ticket_title_words (
  home_id text not null,
  word text not null,
  ticket_id text not null,
  primary key (home_id, word, ticket_id)
) without rowid;

insert into ticket_title_words (home_id, word, ticket_id)
with recursive split (ticket_id, home_id, word, rest) as (
  select id, home_id, '', title_folded || ' ' from tickets where deleted_at is null and status not in ('done', 'cancelled')
  union all
  select ticket_id, home_id, substr(trim(substr(rest, 1, instr(rest, ' ') - 1), '.,:;!?()[]{}<>"''`'), 1, 64),
    substr(rest, instr(rest, ' ') + 1)
  from split where rest <> ''),
ranked as (
  select distinct ticket_id, home_id, word,
    dense_rank() over (partition by ticket_id order by length(word) desc, word) as place
  from split where word <> '')
select home_id, word, ticket_id from ranked where place <= 3;
