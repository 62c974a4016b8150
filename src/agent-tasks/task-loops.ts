import type { EventCursor } from '../events/index.ts';
import { startBackgroundLoop } from '../platform/background-loop.ts';
import { type Clock, secondMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import { hasExpiredLease } from './claim-store.ts';
import { expireLeases } from './expire-leases.ts';
import { followTickets } from './follow-tickets.ts';
import { unholdTasksWithinCap } from './unhold-tasks-within-cap.ts';

const leaseCheckMs = secondMs;
const heldCheckMs = 10 * secondMs;

interface LoopSettings {
  db: Database;
  clock: Clock;
  logger: Logger;
}

interface CappedLoopSettings extends LoopSettings {
  tasksPerHourMax: number;
}

// Row locks and the stored cursor let any number of processes run these loops at the same time.

/** Requeues or ends the tasks whose worker stopped sending heartbeats. */
export const startLeaseExpiryLoop = ({ db, clock, logger }: LoopSettings) =>
  startBackgroundLoop({
    name: 'lease expiry',
    logger,
    intervalMs: leaseCheckMs,
    step: async () => {
      if (await hasExpiredLease(db.reads, { now: clock.now() })) await expireLeases(db, clock.now());
    },
  });

/** Offers held tasks as soon as the hourly cap allows. */
export const startHeldTaskLoop = ({ db, clock, logger, tasksPerHourMax }: CappedLoopSettings) =>
  startBackgroundLoop({
    name: 'held tasks',
    logger,
    intervalMs: heldCheckMs,
    step: async () => {
      await unholdTasksWithinCap(db, clock.now(), tasksPerHourMax);
    },
  });

/** Creates, answers and cancels tasks because of ticket events. */
export function startTicketFollowingLoop({ db, clock, logger, tasksPerHourMax }: CappedLoopSettings) {
  let position: EventCursor | undefined;
  return startBackgroundLoop({
    name: 'ticket following',
    logger,
    subscribe: db.subscribe,
    step: async () => {
      const next = await followTickets(db, { now: clock.now(), tasksPerHourMax }, position);
      position = next ?? position;
      return next !== undefined;
    },
  });
}
