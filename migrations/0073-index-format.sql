-- compatible: no
-- Older processes filter estimates by lists of the search index that are no longer written.
-- Which facets and orders the documents of the index have. The index of the version before has all that this one reads.
alter table search_cursor add column format text;
update search_cursor set format = '7b1c654a3c78';
