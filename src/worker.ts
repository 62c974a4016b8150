import type { FastifyBaseLogger } from 'fastify';
import { sweepFiles } from './attachments/index.ts';
import { sweepFailedSignIns, sweepSessions } from './auth/index.ts';
import { eventCatalogue } from './event-catalogue.ts';
import { startNotifier, sweepNotifications } from './notifications/index.ts';
import { type Clock, minuteMs } from './platform/clock.ts';
import type { Database } from './platform/db/index.ts';
import { sweepIdempotencyKeys } from './platform/http/index.ts';
import type { Storage } from './platform/storage/index.ts';
import { startIndexer } from './search/index.ts';
import { deletedKeptMs, purgeDeletedTickets } from './tickets/index.ts';

const sweepEveryMs = 10 * minuteMs;

/** What runs beside the requests. Several processes may sweep at once: each step is safe to repeat. */
export function startWorker({
  db,
  clock,
  logger,
  storage,
}: {
  db: Database;
  clock: Clock;
  logger: FastifyBaseLogger;
  storage: Storage;
}) {
  let sweeping: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweep(db, clock.now())
      // After the tickets, whose files are rubbish once they are purged.
      .then(() => sweepFiles(db, storage, clock.now()))
      .catch((error: unknown) => logger.error({ err: error }, 'sweep failed'));
  }, sweepEveryMs);
  timer.unref();
  const indexer = startIndexer(db, logger);
  const notifier = startNotifier({ db, clock, logger, catalogue: eventCatalogue });
  return {
    stop: async () => {
      clearInterval(timer);
      await indexer.stop();
      await notifier.stop();
      await sweeping;
    },
  };
}

/** Removes what has outlived its time. */
export async function sweep(db: Database, now: number): Promise<void> {
  await db.transaction((tx) => sweepSessions(tx, now));
  await db.transaction((tx) => sweepFailedSignIns(tx, now));
  await db.transaction((tx) => sweepIdempotencyKeys(tx, now));
  await sweepNotifications(db, now);
  let purged = 1;
  while (purged > 0) purged = await db.transaction((tx) => purgeDeletedTickets(tx, now - deletedKeptMs));
}
