import type { EventType } from '../events/index.ts';
import { startBackgroundLoop } from '../platform/background-loop.ts';
import { minuteMs, type SteadyClock, secondMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import { enqueueDigests } from './digests.ts';
import { notifyNext } from './notify-next.ts';
import { returnDue } from './return-due.ts';

interface Settings {
  db: Database;
  clock: SteadyClock;
  logger: Logger;
  catalogue: readonly EventType[];
  sendsMail: boolean;
}

/**
 * Turns new events and due reminders into notifications once a second, and enqueues digests once a minute. Any number of
 * processes may run it.
 */
export function startNotificationLoop({ db, clock, logger, catalogue, sendsMail }: Settings) {
  const notifier = { db, logger, sendsMail, catalogue: new Map(catalogue.map((type) => [type.name, type])) };
  let digestsDueAt = Number.NEGATIVE_INFINITY;
  return startBackgroundLoop({
    name: 'notifications',
    logger,
    intervalMs: secondMs,
    step: async () => {
      if ((await notifyNext(notifier, clock.now())) > 0) return true;
      if (await returnDue(notifier, clock.now())) return true;
      if (!sendsMail || clock.steadyNow() < digestsDueAt) return false;
      digestsDueAt = clock.steadyNow() + minuteMs;
      await enqueueDigests(db, clock.now());
      return false;
    },
  });
}
