-- What holds a term is kept as sets of documents that are joined in the process: docs/adr/0010-search.md.

drop table search_documents;

-- Rows come and go with the index alone, not with the tickets: a document that is gone must leave its postings first.
create table search_documents (
  doc integer primary key,
  ticket_id text not null unique,
  home_id text not null,
  status text not null,
  updated_at bigint not null,
  -- The lists it stands in, so that a change touches only those that differ: its terms, and its letters.
  terms bytea not null,
  letters text not null,
  title_letters text not null
);
create index search_documents_by_update on search_documents (updated_at, ticket_id) include (doc);

-- The documents of a list, 4096 numbers to a block: w12 for term 12 anywhere in the ticket, t12 for term 12 in its
-- title, l and k the same for a letter, h for a home, s for a status.
create table search_postings (
  list text collate "C" not null,
  block integer not null,
  docs bytea not null,
  primary key (list, block)
) with (fillfactor = 70);

insert into search_backlog (ticket_id) select id from tickets where deleted_at is null on conflict do nothing;
