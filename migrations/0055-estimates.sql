-- Estimates with two decimals, as whole hundredths: sums are exact, and backups hold whole numbers only.
alter table tickets add column estimate_hundredths bigint;

-- Sums of estimates by status read this index alone.
create index tickets_by_estimate on tickets (home_id, status, estimate_hundredths)
  where estimate_hundredths is not null and deleted_at is null;

alter table projects add column estimate_unit text not null default 'none'
  check (estimate_unit in ('none', 'points', 'hours'));
