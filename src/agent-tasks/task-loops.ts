import type { EventCursor } from '../events/index.ts';
import { startBackgroundLoop } from '../platform/background-loop.ts';
import { type Clock, secondMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import { applyBudgets } from './budgets/apply-budgets.ts';
import { unholdTasksWithinCap } from './holds/unhold-tasks-within-cap.ts';
import { EventFailure, followTickets } from './starting/follow-tickets.ts';
import { hasExpiredLease } from './working/claim-store.ts';
import { expireLeases } from './working/expire-leases.ts';

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

/** Offers held tasks as soon as the caps and budgets allow. */
export const startHeldTaskLoop = ({ db, clock, logger, tasksPerHourMax }: CappedLoopSettings) =>
  startBackgroundLoop({
    name: 'held tasks',
    logger,
    intervalMs: heldCheckMs,
    step: async () => {
      await unholdTasksWithinCap(db, clock.now(), tasksPerHourMax);
      await applyBudgets(db, { now: clock.now(), tasksPerHourMax });
    },
  });

/** Creates, answers and cancels tasks because of ticket events. */
export const startTicketFollowingLoop = (settings: CappedLoopSettings) =>
  startBackgroundLoop({
    name: 'ticket following',
    logger: settings.logger,
    subscribe: settings.db.subscribe,
    step: newTicketFollower(settings),
  });

// With the pauses between them, an outage that ends within half a minute costs no event.
const triesMax = 10;

/** Follows the next events. An event that fails again and again is left out, because all later ones would wait for it. */
export function newTicketFollower({ db, clock, logger, tasksPerHourMax }: CappedLoopSettings) {
  let position: EventCursor | undefined;
  let failing = { id: '', tries: 0 };
  const leftOut = new Set<string>();
  return async (): Promise<boolean> => {
    try {
      const next = await followTickets(db, { now: clock.now(), tasksPerHourMax, leftOut }, position);
      position = next ?? position;
      return next !== undefined;
    } catch (error) {
      if (!(error instanceof EventFailure)) throw error;
      const { id, type } = error.event;
      failing = { id, tries: failing.id === id ? failing.tries + 1 : 1 };
      if (failing.tries < triesMax) throw error;
      leftOut.add(id);
      logger.error(
        { event: id, type, err: error.cause },
        'An event was left out: it starts and changes no task',
      );
      return true;
    }
  };
}
