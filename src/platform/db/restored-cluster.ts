import type pg from 'pg';

const offsetFact = 'event_xid_offset';

/**
 * The order of events rests on transaction numbers (migrations/0004-events.postgres.sql), and each cluster counts its
 * own. After a dump was restored into another cluster the stored numbers may lie ahead of it: old events would look
 * unsettled, and new ones would sort before them and before every reader's cursor. So from then on the new cluster's
 * numbers are counted on top of the highest stored one; no row and no cursor changes.
 */
export async function continueEventOrder(client: pg.PoolClient): Promise<void> {
  const { newest, offset, next } = (await client.query<Place>(findPlace, [offsetFact])).rows[0] as Place;
  // A row that this statement sees was written by a transaction of this cluster only if its number is behind.
  if (newest === null || newest < offset + next) return;
  const ahead = newest + 1;
  await client.query(
    `alter table events alter column xid set default (pg_current_xact_id()::text::bigint + ${ahead})`,
  );
  await client.query(`create or replace view settled_events as
    select * from events where xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ${ahead}`);
  await client.query(
    'insert into instance_facts values ($1, $2) on conflict (name) do update set value = excluded.value',
    [offsetFact, String(ahead)],
  );
}

interface Place {
  newest: number | null;
  offset: number;
  next: number;
}

const findPlace = `
  select (select max(xid) from events) as newest,
    coalesce((select value::bigint from instance_facts where name = $1), 0) as offset,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`;
