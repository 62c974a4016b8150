import type { FastifyBaseLogger } from 'fastify';
import type { EventType } from '../events/index.ts';
import { type Clock, secondMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { every } from '../platform/every.ts';
import { notifyNext } from './notify-next.ts';

interface Settings {
  db: Database;
  clock: Clock;
  logger: FastifyBaseLogger;
  catalogue: readonly EventType[];
}

/** Tells people once a second of what happened. Several processes may do so at once. */
export function startNotifier({ db, clock, logger, catalogue }: Settings) {
  const notifier = { db, logger, catalogue: new Map(catalogue.map((type) => [type.name, type])) };
  let isStopped = false;
  let running: Promise<void> | undefined;
  const step = async () => {
    while (!isStopped && (await notifyNext(notifier, clock.now())) > 0);
  };
  const stopTicking = every(secondMs, () => {
    running ??= step()
      .catch((error: unknown) => {
        if (!isStopped) logger.error({ err: error }, 'notifying failed; trying again');
      })
      .finally(() => {
        running = undefined;
      });
  });
  return {
    stop: async () => {
      isStopped = true;
      stopTicking();
      await running;
    },
  };
}
