import { statfs } from 'node:fs/promises';
import { listBackgroundLoops } from '../platform/background-loop.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DatabaseStatus } from '../platform/db/index.ts';
import type { GaugeValues, Metrics } from '../platform/metrics/index.ts';
import type { WatchedStorage } from '../platform/storage/index.ts';
import { QueueReader } from './queue-reader.ts';
import { ageSeconds, queueNames } from './read-queues.ts';

export interface GaugeSources {
  db: Database;
  clock: Clock;
  storage: Pick<WatchedStorage, 'currentFault'>;
  backups?: BackupSource | undefined;
  /** The folders that Docket writes to, by what is in them. */
  folders?: Record<string, string> | undefined;
}

export interface BackupSource {
  /** BACKUP_EVERY; undefined if there is no schedule. */
  everyMs: number | undefined;
  /** When the last backup succeeded, in ms since 1970; null if none has. */
  last: () => Promise<{ succeededAt: number | null; hasFailedSince: boolean }>;
}

/** Adds the gauges that are read at each scrape, without those that the engine or the configuration lacks. */
export function addGauges(
  metrics: Metrics,
  { db, clock, storage, backups, folders = {} }: GaugeSources,
): void {
  const queues = new QueueReader(db, clock);
  const gauge = metrics.addGauge;
  const ofDatabase = (
    name: string,
    help: string,
    read: (status: DatabaseStatus) => GaugeValues,
    label?: string,
  ) => gauge(name, help, () => read(db.status()), label);

  ofDatabase('docket_read_lanes_threads', 'Threads for large reads.', ({ lanes }) => lanes.threads);
  ofDatabase('docket_read_lanes_running', 'Large reads that run.', ({ lanes }) => lanes.running);
  ofDatabase(
    'docket_read_lanes_waiting',
    'Large reads that wait for a thread.',
    ({ lanes }) => lanes.waiting,
  );
  ofDatabase(
    'docket_read_lanes_oldest_wait_seconds',
    'How long the oldest waiting read has waited.',
    ({ lanes }) => lanes.oldestWaitMs / 1_000,
  );
  ofDatabase(
    'docket_db_writable',
    '0 while writes fail because the disk is full or the database is read-only or damaged.',
    ({ writeFailure, damage }) => (writeFailure || damage ? 0 : 1),
  );
  const { pool, logBytes, damage } = db.status();
  if (damage !== undefined)
    ofDatabase('docket_db_damaged', '1 if the file of SQLite is damaged.', (status) =>
      status.damage ? 1 : 0,
    );
  if (pool) {
    ofDatabase('docket_db_pool_connections_max', 'DATABASE_CONNECTIONS.', (status) => status.pool?.max);
    ofDatabase(
      'docket_db_pool_connections',
      'Open connections for transactions.',
      ({ pool }) => pool && { in_use: pool.inUse, idle: pool.idle },
      'state',
    );
    ofDatabase(
      'docket_db_pool_waiting',
      'Transactions that wait for a connection.',
      (status) => status.pool?.waiting,
    );
  }
  if (logBytes !== undefined)
    ofDatabase('docket_db_wal_bytes', 'Size of the write-ahead log of SQLite.', (status) => status.logBytes);

  gauge('docket_storage_up', '0 while the storage of attached files fails.', () =>
    storage.currentFault() ? 0 : 1,
  );
  gauge('docket_db_up', '1 if the database answered when the queues were read.', async () => {
    await queues.read();
    return queues.isAnswering ? 1 : 0;
  });
  gauge(
    'docket_queue_items',
    'Background work of the instance that is due; a count ends at 10,000.',
    async () => {
      const reading = await queues.read();
      return reading && toRecord(queueNames, (name) => reading.queues[name].waiting);
    },
    'queue',
  );
  gauge(
    'docket_queue_oldest_age_seconds',
    'For how long the oldest item of the queue has been due.',
    async () => {
      const reading = await queues.read();
      return reading && toRecord(queueNames, (name) => ageSeconds(reading.queues[name], clock.now()));
    },
    'queue',
  );
  gauge(
    'docket_agent_tasks_held',
    'Tasks that wait for a blocker of their ticket, a limit of their project or its budget.',
    async () => (await queues.read())?.heldTasks,
  );
  gauge(
    'docket_search_backlog_tickets',
    'Tickets that wait for a rebuild of the search index; ends at 10,000.',
    async () => (await queues.read())?.unindexedTickets,
  );
  gauge(
    'docket_unsettled_events',
    'Events that nobody follows yet, because an older transaction still runs; ends at 10,000.',
    async () => (await queues.read())?.unsettledEvents.waiting,
  );
  gauge('docket_unsettled_events_oldest_age_seconds', 'Age of the oldest unsettled event.', async () => {
    const reading = await queues.read();
    return reading && ageSeconds(reading.unsettledEvents, clock.now());
  });
  addLoopGauges(gauge);
  if (backups) addBackupGauges(gauge, backups);
  const space = (read: (stats: { free: number; total: number }) => number) => () => readSpace(folders, read);
  gauge(
    'docket_disk_free_bytes',
    'Free space on the disk of the folder.',
    space(({ free }) => free),
    'folder',
  );
  gauge(
    'docket_disk_size_bytes',
    'Size of the disk of the folder.',
    space(({ total }) => total),
    'folder',
  );
}

function addBackupGauges(gauge: Metrics['addGauge'], { everyMs, last }: BackupSource): void {
  gauge(
    'docket_backup_last_success_timestamp_seconds',
    'When the last backup succeeded; 0 if none has.',
    async () => ((await last()).succeededAt ?? 0) / 1_000,
  );
  gauge('docket_backup_failed', '1 if a backup failed after the last one that succeeded.', async () =>
    (await last()).hasFailedSince ? 1 : 0,
  );
  if (everyMs !== undefined) gauge('docket_backup_interval_seconds', 'BACKUP_EVERY.', () => everyMs / 1_000);
}

/** A folder that does not exist yet is left out. */
async function readSpace(
  folders: Record<string, string>,
  read: (space: { free: number; total: number }) => number,
): Promise<Record<string, number>> {
  const values: Record<string, number> = {};
  for (const [name, folder] of Object.entries(folders)) {
    const stats = await statfs(folder).catch(() => undefined);
    if (stats) values[name] = read({ free: stats.bavail * stats.bsize, total: stats.blocks * stats.bsize });
  }
  return values;
}

function addLoopGauges(gauge: Metrics['addGauge']): void {
  const ofLoops = (read: (loop: ReturnType<typeof listBackgroundLoops>[number]) => number) => () =>
    Object.fromEntries(listBackgroundLoops().map((loop) => [loop.name, read(loop)]));
  gauge(
    'docket_loop_backing_off',
    '1 while the background loop waits because its last step failed.',
    ofLoops((loop) => (loop.stats().state === 'backing off' ? 1 : 0)),
    'loop',
  );
  gauge(
    'docket_loop_lag_seconds',
    'By how much the latest step of the background loop started after it was due.',
    ofLoops((loop) => loop.stats().lagMs / 1_000),
    'loop',
  );
}

const toRecord = <N extends string>(names: readonly N[], read: (name: N) => number) =>
  Object.fromEntries(names.map((name) => [name, read(name)]));
