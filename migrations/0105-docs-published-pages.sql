-- compatible: since 0101
-- The page as it was in the branch after Docket had written it, with what people had changed there by then. What differs
-- from it later is new.
alter table docs_written_pages add column published text;
