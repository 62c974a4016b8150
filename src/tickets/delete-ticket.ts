import { dayMs } from '../platform/clock.ts';
import type { Queries } from '../platform/db/index.ts';
import { forbidden, notFound } from '../platform/errors.ts';
import { assertFresh } from '../platform/versions.ts';
import type { Scope } from '../users/index.ts';
import { changeTicketCount } from '../workspaces/index.ts';
import { deleteTitleWords, insertTitleWords } from './duplicates/title-word-store.ts';
import { lockTicketFor, readTicketDetails } from './get-ticket.ts';
import { nextUpdate } from './ticket.ts';
import { canDeleteTicket } from './ticket-access.ts';
import { recordTicketChange, recordTicketEvent, ticketDeleted, ticketUpdated } from './ticket-events.ts';
import { type LockedTicketRow, lockTicket, markTicketDeleted, purgeTicketRows } from './ticket-store.ts';

const deletedKeptMs = 30 * dayMs;

/** Hides the ticket from everybody; it can be restored for 30 days. */
export async function deleteTicket(scope: Scope, ref: string): Promise<string> {
  return scope.write(async (tx) => {
    const ticket = await lockTicketFor(tx, scope.actor, ref, canDeleteTicket);
    assertFresh(scope.acceptedVersions, ticket.version);
    const at = nextUpdate(ticket, scope.clock.now());
    await markTicketDeleted(tx, { id: ticket.id, deletedAt: at, updatedAt: at });
    await deleteTitleWords(tx, ticket);
    await changeTicketCount(tx, { id: ticket.homeId, change: -1 });
    await recordTicketEvent(tx, scope, ticketDeleted, afterDeletion(ticket, at), at);
    return ticket.id;
  });
}

export async function restoreTicket(scope: Scope, ref: string) {
  return scope.write(async (tx) => {
    const ticket = await lockTicket(tx, ref, scope.actor);
    const now = scope.clock.now();
    if (!ticket || ticket.projectStatus === 'deleted') throw notFound('Ticket');
    if (ticket.deletedAt !== null && ticket.deletedAt <= now - deletedKeptMs) throw notFound('Ticket');
    if (!canDeleteTicket(scope.actor, ticket)) throw forbidden('ticket');
    if (ticket.deletedAt !== null) {
      const at = nextUpdate(ticket, now);
      await markTicketDeleted(tx, { id: ticket.id, deletedAt: null, updatedAt: at });
      await insertTitleWords(tx, [ticket]);
      await changeTicketCount(tx, { id: ticket.homeId, change: 1 });
      const changes = { deleted: { from: true, to: false } };
      await recordTicketChange(tx, scope, ticketUpdated, afterDeletion(ticket, at), changes, at);
    }
    return readTicketDetails(tx, scope.actor, ticket.id);
  });
}

/** Deleting and restoring a ticket increase its version, as `markTicketDeleted` does in the database. */
const afterDeletion = (ticket: LockedTicketRow, updatedAt: number) => ({
  ...ticket,
  version: ticket.version + 1,
  updatedAt,
});

/** Purges some of the tickets that were deleted more than 30 days ago. Returns how many. */
export const purgeDeletedTickets = (tx: Queries, now: number) =>
  purgeTicketRows(tx, { before: now - deletedKeptMs });
