-- compatible: since 0081
-- Finds tickets by a linked commit or pull request, whatever code host it is on.
create index ticket_links_by_reference on ticket_links (reference, kind);
