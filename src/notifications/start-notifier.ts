import type { FastifyBaseLogger } from 'fastify';
import type { EventType } from '../events/index.ts';
import { type Clock, minuteMs, secondMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { every } from '../platform/every.ts';
import { orderDigests } from './digests.ts';
import { notifyNext } from './notify-next.ts';

interface Settings {
  db: Database;
  clock: Clock;
  logger: FastifyBaseLogger;
  catalogue: readonly EventType[];
  sendsMail: boolean;
}

/** Tells people once a second of what happened. Several processes may do so at once. */
export function startNotifier({ db, clock, logger, catalogue, sendsMail }: Settings) {
  const notifier = { db, logger, sendsMail, catalogue: new Map(catalogue.map((type) => [type.name, type])) };
  let isStopped = false;
  let running: Promise<void> | undefined;
  let digestsAt = 0;
  const step = async () => {
    while (!isStopped && (await notifyNext(notifier, clock.now())) > 0);
    if (!sendsMail || isStopped || clock.now() < digestsAt) return;
    digestsAt = clock.now() + minuteMs;
    await orderDigests(db, clock.now());
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
