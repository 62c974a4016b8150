-- Lists are sorted by estimate along an order of the search index, which contains every document from the first one on. So
-- the index is built again in the background, as by `docket search rebuild all`.
delete from search_texts;
delete from search_postings;
delete from search_documents;
delete from search_facets;
delete from search_orders;
delete from search_buckets;
-- Hundredths; the largest number for a ticket without an estimate, which comes last.
alter table search_documents add column estimate bigint not null default 9007199254740991;
insert into search_backlog (ticket_id) select id from tickets where deleted_at is null on conflict do nothing;
