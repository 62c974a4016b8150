import { recordEvents } from '../../events/index.ts';
import { startBackgroundLoop } from '../../platform/background-loop.ts';
import { type Clock, secondMs } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { docketUserId } from '../change/docket-user.ts';
import { nextUpdate } from '../ticket.ts';
import { lockAnyTicket, updateTicketRow } from '../ticket-store.ts';
import { buildTriaged } from './triage-events.ts';
import { listDueSnoozes } from './triage-store.ts';

const checkMs = 5 * secondMs;
const ticketsPerStep = 50;
const docket = { actor: { userId: docketUserId, name: 'Docket' } };

/** Lets snoozed tickets wait again. The lock of each ticket lets any number of processes run it. */
export const startTriageLoop = ({ db, clock, logger }: { db: Database; clock: Clock; logger: Logger }) =>
  startBackgroundLoop({
    name: 'triage',
    logger,
    intervalMs: checkMs,
    step: () => wakeSnoozedTickets(db, clock),
  });

/** Returns true if more may be due. */
export async function wakeSnoozedTickets(db: Database, clock: Clock): Promise<boolean> {
  const due = await listDueSnoozes(db.reads, { now: clock.now(), limit: ticketsPerStep });
  for (const { id } of due) await db.transaction((tx) => wake(tx, id, clock.now()));
  return due.length === ticketsPerStep;
}

async function wake(tx: Tx, id: string, now: number): Promise<void> {
  const before = await lockAnyTicket(tx, id);
  if (!before || before.snoozedUntil === null || before.snoozedUntil > now) return;
  const updatedAt = nextUpdate(before, now);
  const after = {
    ...before,
    triage: 'waiting' as const,
    snoozedUntil: null,
    version: before.version + 1,
    updatedAt,
  };
  await updateTicketRow(tx, before, after, before.labelIds);
  if (before.deletedAt !== null) return;
  await recordEvents(tx, [
    { ...buildTriaged(docket, after, { outcome: 'woken' }, updatedAt), actorId: null },
  ]);
}
