import type { FastifyBaseLogger } from 'fastify';
import { type Clock, secondMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { type Every, every } from '../platform/every.ts';
import { hasExpiredLease } from './claim-store.ts';
import { expireLeases } from './expire-leases.ts';
import type { Cursor } from './follow-store.ts';
import { followTickets } from './follow-tickets.ts';
import { offerHeld } from './offer-held.ts';

const leasesCheckedMs = secondMs;
const heldCheckedMs = 10 * secondMs;

interface KeeperSettings {
  db: Database;
  clock: Clock;
  logger: FastifyBaseLogger;
  tasksPerHourMax: number;
  repeat?: Every | undefined;
}

/** What happens to tasks without anybody asking. Several processes may keep them at once. */
export function startTaskKeeper({ db, clock, logger, tasksPerHourMax, repeat = every }: KeeperSettings) {
  let seen: Cursor | undefined;
  let isStopped = false;

  const follow = async () => {
    for (;;) {
      const next = await followTickets(db, { now: clock.now(), tasksPerHourMax }, seen);
      if (!next || isStopped) return;
      seen = next;
    }
  };
  const expire = async () => {
    if (await hasExpiredLease(db.reads, clock.now())) await expireLeases(db, clock.now());
  };
  const complain = (error: unknown) => {
    if (!isStopped) logger.error({ err: error }, 'keeping the tasks of agents failed; trying again');
  };
  const following = oneAtATime(follow, complain);
  const expiring = oneAtATime(expire, complain);
  const offering = oneAtATime(() => offerHeld(db, clock.now(), tasksPerHourMax), complain);
  const stops = [
    db.subscribe(following.run),
    repeat(leasesCheckedMs, expiring.run),
    repeat(heldCheckedMs, offering.run),
  ];
  following.run();
  return {
    stop: async () => {
      isStopped = true;
      for (const stop of stops) stop();
      await Promise.all([following.rest(), expiring.rest(), offering.rest()]);
    },
  };
}

/** Called while it runs, it runs once more afterwards. */
function oneAtATime(work: () => Promise<unknown>, complain: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  let again = false;
  const loop = async () => {
    do {
      again = false;
      await work().catch(complain);
    } while (again);
    running = undefined;
  };
  return {
    run: () => {
      again = true;
      running ??= loop();
    },
    rest: async () => {
      again = false;
      await running;
    },
  };
}
