-- The search index follows the events, behind the writes: docs/adr/0010-search.md.

-- Every term that any ticket holds. A word that somebody types is looked up here first, also a part of a term, a
-- short one or a misspelt one; terms that no ticket holds any more stay until the index is rebuilt.
create table search_terms (
  id integer generated always as identity primary key,
  term text not null unique check (length(term) between 1 and 128)
);

-- Without the extension (not installed, or not ours to create) the terms are read through instead.
do $$
begin
  create extension if not exists pg_trgm;
  create index search_terms_by_gram on search_terms using gin (term gin_trgm_ops);
exception when others then
  raise notice 'search without pg_trgm: %', sqlerrm;
end
$$;

create table search_documents (
  doc bigint generated always as identity primary key,
  ticket_id text not null unique references tickets (id) on delete cascade,
  home_id text not null,
  updated_at bigint not null,
  -- Of the document's terms: a change that leaves them alone need not touch the index.
  digest text not null,
  -- 12 for term 12 anywhere in the ticket, -12 for term 12 in its title.
  terms integer[] not null
);
-- Filled behind the writes anyhow, and a list of pending entries would have to be read at each search.
create index search_index on search_documents using gin (terms) with (fastupdate = off);
create index search_documents_by_update on search_documents (updated_at, ticket_id);

-- What is still to be indexed, beside the events after the cursor.
create table search_backlog (
  ticket_id text primary key
);
insert into search_backlog (ticket_id) select id from tickets where deleted_at is null;

-- The last event that the index knows of.
create table search_cursor (
  id integer primary key check (id = 1),
  xid bigint not null,
  seq bigint not null
);
insert into search_cursor (id, xid, seq)
  select 1, coalesce(max(xid), -1), coalesce(max(seq), -1) from
    (select xid, seq from settled_events order by xid desc, seq desc limit 1) newest;
