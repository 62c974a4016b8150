-- The three longest words of the title of every open ticket: where to look for tickets like a new one. Only a hint, the titles decide.
create table ticket_title_words (
  home_id text not null,
  word text not null,
  ticket_id text not null,
  primary key (home_id, word, ticket_id)
);

insert into ticket_title_words (home_id, word, ticket_id)
with split as (
  select t.id as ticket_id, t.home_id, substr(btrim(piece, '.,:;!?()[]{}<>"''`'), 1, 64) as word
  from tickets t, regexp_split_to_table(t.title_folded, '\s+') piece where t.deleted_at is null and status not in ('done', 'cancelled')),
ranked as (
  select distinct ticket_id, home_id, word,
    dense_rank() over (partition by ticket_id order by length(word) desc, word collate "C") as place
  from split where word <> '')
select home_id, word, ticket_id from ranked where place <= 3;
