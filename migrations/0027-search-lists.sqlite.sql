-- A document knows by what lists of tickets are narrowed and sorted, and two letters side by side have a list as single
-- ones have: docs/adr/0010-search.md.

drop table search_documents;
delete from search_postings;

create table search_documents (
  doc integer primary key,
  ticket_id text not null unique,
  home_id text not null,
  status text not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- The beginning of it, folded.
  title text not null,
  -- The lists it stands in, so that a change touches only those that differ: what it is narrowed by (names of lists with
  -- spaces between), its terms and with them its pairs of letters, and its letters.
  facets text not null,
  terms blob not null,
  letters text not null,
  title_letters text not null
);
create index search_documents_by_creation on search_documents (created_at, ticket_id);
create index search_documents_by_update on search_documents (updated_at, ticket_id);
create index search_documents_by_title on search_documents (title, ticket_id);

-- Lists beside those of 0016: d and e for two letters side by side, in the ticket and in its title; p for a priority,
-- y for a type, g for a stage, a for an assignee (alone: nobody), r for a reporter, c for a group, b for a label.
insert into search_backlog (ticket_id) select id from tickets where deleted_at is null on conflict do nothing;
