-- The audit log: who did or saw what, when and from where. Rows are only added: the triggers refuse every other change, so
-- neither a use case nor a hand-written statement alters the past by accident. There is no foreign key, so that an entry
-- never depends on what it is about.
create table audit_entries (
  id text primary key,
  created_at bigint not null,
  action text not null check (length(action) between 1 and 100),
  actor_id text,
  credential_kind text check (credential_kind in ('session', 'api-key')),
  credential_id text,
  address text check (length(address) <= 100),
  request_id text check (length(request_id) <= 200),
  subject_kind text not null check (length(subject_kind) between 1 and 50),
  subject_id text not null check (length(subject_id) <= 500),
  subject_name text check (length(subject_name) <= 500),
  details text not null
);
create index audit_entries_by_time on audit_entries (created_at, id);
create index audit_entries_by_actor on audit_entries (actor_id, created_at, id);
create index audit_entries_by_action on audit_entries (action, created_at, id);
create index audit_entries_by_subject on audit_entries (subject_id, created_at, id);

create trigger audit_entries_not_updated before update on audit_entries begin
  select raise(abort, 'audit entries cannot be changed');
end;
create trigger audit_entries_not_deleted before delete on audit_entries begin
  select raise(abort, 'audit entries cannot be deleted');
end;
-- "insert or replace" deletes the row that it replaces without running the trigger above.
create trigger audit_entries_not_replaced before insert on audit_entries
when exists (select 1 from audit_entries where id = new.id) begin
  select raise(abort, 'audit entries cannot be replaced');
end;
