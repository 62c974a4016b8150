-- Which process works on a mail or a documentation job, so that the others can tell when it has ended (presence.ts).
-- webhooks.lease already names it.
alter table mails add column claimed_by text;
alter table docs_jobs add column leased_by text;
create index webhooks_leased on webhooks (lease) where lease is not null;
