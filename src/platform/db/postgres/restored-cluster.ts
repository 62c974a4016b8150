import type pg from 'pg';

/** Describes one cluster: a backup leaves it out, and a restore into another cluster determines its own. */
export const offsetFact = 'event_xid_offset';

/**
 * Events are ordered by transaction id (migrations/0004-events.postgres.sql), and each cluster counts its own. After a
 * dump is restored into another cluster, stored ids can be ahead of that cluster: old events would look unsettled, and
 * new events would sort before them and before every reader's cursor. This adds the highest stored id to the new
 * cluster's ids from then on, so no row and no cursor changes.
 */
export async function continueEventOrder(client: pg.ClientBase): Promise<void> {
  const { newest, offset, next } = (await client.query<EventIds>(readEventIds, [offsetFact]))
    .rows[0] as EventIds;
  // A visible row with an id at or above the next one was written by another cluster.
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

interface EventIds {
  newest: number | null;
  offset: number;
  next: number;
}

const readEventIds = `
  select (select max(xid) from events) as newest,
    coalesce((select value::bigint from instance_facts where name = $1), 0) as offset,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`;
