import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseRefused } from '../database.ts';
import type { Statement } from '../statements/statement.ts';

/** "DOCK" in ASCII: the first half of the keys of these advisory locks. */
const lockClass = 0x44_4f_43_4b;
const lookEveryMs = 200;
/** A process that notices the migration ends within 5 s. */
const othersEndWithinMs = 15_000;

/**
 * The oldest schema step that a migration in progress will serve; null if there is none. The migration holds lock 0 and
 * the lock of that step. Only if lock 0 is taken does this read all locks of the server.
 */
export const migrationUnderWay: Statement<object, { servesFrom: number | null }> = {
  text: `select case when pg_try_advisory_xact_lock_shared(${lockClass}, 0) then null else (
      select max(objid::bigint) from pg_locks
      where locktype = 'advisory' and classid = ${lockClass} and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())
    ) end as "servesFrom"`,
};

/**
 * Sessions of processes that know no step from `$2` on. Versions that do not name their step count as the newest one
 * (`$1`). A session that waits for an advisory lock belongs to a starting process, which will refuse the database. A
 * pooler keeps sessions after their process has ended, so behind one only the listening session proves that its process
 * runs (`$3`).
 */
const olderProcesses = `
  select pid, application_name as name, client_addr::text as address, backend_start::text as since
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
    and application_name like case when $3 then 'docket notifications%' else 'docket%' end
    and application_name <> 'docket probe'
    and coalesce(substring(application_name from 'schema (\\d+)$')::int, $1) < $2
    and not (coalesce(wait_event_type, '') = 'Lock' and coalesce(wait_event, '') = 'advisory')
  order by backend_start`;

interface Session {
  pid: number;
  name: string;
  address: string | null;
  since: string;
}

export interface TakeOver {
  /** The newest step of the database at present. */
  newest: number;
  /** The oldest step that the database will serve after the migration. */
  servesFrom: number;
  isPooled: boolean;
}

/**
 * Announces the migration to processes of older versions, by locks that end with the transaction, and waits until they
 * have ended. Versions before 1.0.0 do not notice; if such a process stays, the migration is refused.
 */
export async function awaitOlderProcesses(client: pg.ClientBase, takeOver: TakeOver): Promise<void> {
  const { newest, servesFrom, isPooled } = takeOver;
  await client.query(`select pg_advisory_xact_lock(${lockClass}, 0)`);
  await client.query('select pg_advisory_xact_lock($1, $2)', [lockClass, servesFrom]);
  const deadline = performance.now() + othersEndWithinMs;
  for (;;) {
    // PostgreSQL caches its statistics for the transaction.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<Session>(olderProcesses, [newest, servesFrom, isPooled]);
    if (rows.length === 0) return;
    if (performance.now() > deadline) throw olderProcessesRun(rows);
    await wait(lookEveryMs);
  }
}

function olderProcessesRun(sessions: Session[]): DatabaseRefused {
  const named = sessions
    .slice(0, 3)
    .map(
      ({ pid, name, address, since }) =>
        `"${name}" of ${address ?? 'this machine'} (session ${pid}, since ${since})`,
    );
  const more = sessions.length > 3 ? ` and ${sessions.length - 3} more` : '';
  return new DatabaseRefused(
    `Stop the processes of the older version of Docket first: ${named.join(', ')}${more}. ` +
      'They must not write to the migrated database. Nothing was changed.',
  );
}
