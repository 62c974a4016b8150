-- The search index follows the events, behind the writes: docs/adr/0010-search.md.

-- Every term that any ticket holds. A word that somebody types is looked up here first, also a part of a term, a
-- short one or a misspelt one; terms that no ticket holds any more stay until the index is rebuilt.
create table search_terms (
  id integer primary key,
  term text not null unique check (length(term) between 1 and 128)
);
create virtual table search_term_grams using fts5(
  term, content = '', columnsize = 0, tokenize = 'trigram case_sensitive 1');
create trigger search_terms_added after insert on search_terms begin
  insert into search_term_grams (rowid, term) values (new.id, new.term);
end;

create table search_documents (
  doc integer primary key,
  ticket_id text not null unique references tickets (id) on delete cascade,
  home_id text not null,
  updated_at bigint not null,
  -- Of the document's terms: a change that leaves them alone need not touch the index.
  digest text not null
);
-- A document is the numbers of its terms: w12 for term 12 anywhere in the ticket, t12 for term 12 in its title.
create virtual table search_index using fts5(
  terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
-- Only ever deleted from in here: the deletion sets last_insert_rowid() to a number that no JavaScript number holds,
-- and the end of a trigger puts the old one back.
create trigger search_documents_removed after delete on search_documents begin
  delete from search_index where rowid = old.doc;
end;

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
