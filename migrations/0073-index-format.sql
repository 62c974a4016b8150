-- compatible: since 0072
-- Which facets and orders the documents of the search index have. Null: unknown, so an index with documents is built again.
alter table search_cursor add column format text;
