import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { codeLinks, docketUserId, shipTicket } from '../tickets/index.ts';
import type { Release } from './release.ts';
import * as store from './release-store.ts';

export interface ShipContext {
  db: Database;
  clock: Clock;
}

type LockedTicket = NonNullable<Awaited<ReturnType<typeof codeLinks.lockTicketInProjects>>>;

const docket: codeLinks.CodeActor = { userId: null, name: 'Docket', provider: docketUserId };

// On SQLite a transaction blocks other writers; a release may contain thousands of tickets.
const ticketsPerTransaction = 20;

/**
 * Sets the version of the tickets that a release contains, in portions. What was done stays done if the process ends in
 * between: the rest follows when the release is read again, and nobody is told twice.
 */
export async function shipTickets(
  { db, clock }: ShipContext,
  release: Release,
  refs: readonly string[],
): Promise<void> {
  const sorted = [...new Set(refs)].sort();
  for (let start = 0; start < sorted.length; start += ticketsPerTransaction)
    await db.transaction(async (tx) => {
      for (const ref of sorted.slice(start, start + ticketsPerTransaction)) {
        const ticket = await codeLinks.lockTicketInProjects(tx, [release.projectId], ref);
        if (ticket) await includeTicket(tx, docket, release, ticket, clock.now());
      }
    });
}

/** A ticket that is not done waits: nobody is told that it is fixed. A version that it already has stays the first. */
export async function includeTicket(
  tx: Tx,
  by: codeLinks.CodeActor,
  release: Release,
  ticket: LockedTicket,
  now: number,
): Promise<void> {
  if (ticket.shippedIn !== null || ticket.status === 'cancelled') return;
  const place = { releaseId: release.id, ticketId: ticket.id };
  const isDone = ticket.status === 'done';
  const known = await store.findShippedAt(tx, place);
  await store.deleteWaiting(tx, { ticketId: ticket.id });
  await store.upsertShip(tx, { ...place, shippedAt: isDone ? now : null });
  if (!isDone) return;
  const { version, repository, tag, isSilent } = release;
  const isTold = isSilent === 1 || (known?.shippedAt ?? null) !== null;
  const told = isTold ? undefined : { version, repository, tag };
  await shipTicket(tx, by, ticket, { version, told }, now);
}

const waitingPerStep = 50;

/** Ships tickets that became done after their release. Returns true if there may be more. */
export async function shipWaiting({ db, clock }: ShipContext): Promise<boolean> {
  const waiting = await store.listDoneWaiting(db.reads, { limit: waitingPerStep });
  for (const { ticketId, ...release } of waiting)
    await db.transaction(async (tx) => {
      const ticket = await codeLinks.lockTicketInProjects(tx, [release.projectId], ticketId);
      const { repository, createdAt: at } = release;
      // What was pushed later is in the next release, which then names the ticket.
      const isLater =
        ticket && repository !== '' && (await codeLinks.hasCommitSince(tx, { ticketId, repository, at }));
      if (!ticket || isLater) await store.deleteWaiting(tx, { ticketId });
      else await includeTicket(tx, docket, release, ticket, clock.now());
    });
  return waiting.length === waitingPerStep;
}

/** Takes the version back from the tickets that show it because of this release. Nobody is told. */
export async function withdrawRelease(
  { db, clock }: ShipContext,
  release: Release,
  by: codeLinks.CodeActor = docket,
): Promise<void> {
  for (;;) {
    const ids = await store.listTicketsIn(db.reads, { releaseId: release.id, limit: ticketsPerTransaction });
    if (ids.length === 0) break;
    await db.transaction(async (tx) => {
      for (const id of ids) {
        const ticket = await codeLinks.lockTicketInProjects(tx, [release.projectId], id);
        if (ticket?.shippedIn === release.version)
          await shipTicket(tx, by, ticket, { version: null }, clock.now());
      }
    });
    if (ids.length < ticketsPerTransaction) break;
  }
  await db.transaction(async (tx) => {
    await store.deleteWaitingFor(tx, { releaseId: release.id });
    await store.markDeleted(tx, { id: release.id, now: clock.now() });
  });
}
