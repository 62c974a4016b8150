-- Lists of tickets are answered by the search index too, so it is written in two phases: documents with their facet lists
-- and sort orders first, the texts of documents later. docs/search.md explains the tables.

drop table search_documents;
drop table search_postings;

-- Rows change only together with search_facets and search_orders, so no foreign key deletes them.
create table search_documents (
  doc integer primary key,
  ticket_id text not null,
  -- Null for a deleted ticket whose text is still to be removed from search_postings.
  home_id text,
  status text not null,
  -- The keys of the sort orders.
  created_at bigint not null,
  updated_at bigint not null,
  due_date bigint not null,
  priority_rank integer not null,
  status_rank integer not null,
  title text collate "C" not null,
  rank text collate "C" not null,
  -- The names of its facet lists, separated by spaces.
  facets text not null,
  -- The version of the index that wrote the row.
  changed_in bigint not null,
  unique (ticket_id) include (doc)
) with (fillfactor = 80);

-- A row changes only together with search_postings.
create table search_texts (
  doc integer primary key,
  terms bytea not null,
  characters text not null,
  title_characters text not null
);

-- Blocks of 16,384 documents: h for a home, s p y g a r c b as in 0027, x for the documents whose text is to be indexed.
create table search_facets (
  list text collate "C" not null,
  block integer not null,
  docs bytea not null,
  primary key (list, block)
) with (fillfactor = 50);
-- In the row, not in a TOAST table: these bytes are read as a whole, and do not compress.
alter table search_facets alter column docs set storage plain;

create table search_postings (
  list text collate "C" not null,
  block integer not null,
  docs bytea not null,
  primary key (list, block)
) with (fillfactor = 70);

create table search_orders (
  sort text primary key,
  -- The number and the size of each bucket in ascending order.
  buckets bytea not null,
  -- The lowest sort key and ticket id of each bucket, as JSON.
  bounds text not null
);

create table search_buckets (
  bucket integer primary key,
  docs bytea not null
) with (fillfactor = 50);
alter table search_buckets alter column docs set storage plain;

alter table search_cursor add column version bigint not null default 0;

-- Titles sort byte by byte, as on SQLite and in the sort orders.
alter table tickets alter column title_folded type text collate "C";

insert into search_backlog (ticket_id) select id from tickets where deleted_at is null on conflict do nothing;
