import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BuiltEvent, recordEvents } from '../../events/index.ts';
import type { Queries, Tx } from '../../platform/db/index.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { canWriteInProject } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import { changeLockedTicket } from '../change/change-ticket.ts';
import { assertPermitted } from '../get-ticket.ts';
import { isOpen } from '../ticket.ts';
import { canEditTicket } from '../ticket-access.ts';
import { newLookups } from '../ticket-lookups.ts';
import { type LockedTicketRow, lockTickets } from '../ticket-store.ts';
import type { Group } from './group.ts';
import { findGroup, findNextCycle, listOpenTicketIds } from './group-store.ts';
import { getGroupFor } from './groups.ts';

const ticketsMax = 2_000;
// After this many tickets the event loop handles other requests, as in bulk changes.
const ticketsPerTurn = 25;

/**
 * Moves all open tickets of a group into another one of the same project, by default the next cycle. All or none move,
 * with the events of single changes. A repeated call finds no open tickets and changes nothing.
 */
export async function carryOver(
  scope: Scope,
  id: string,
  to: string | null | undefined,
): Promise<{ to: Group; ticketIds: string[] }> {
  return scope.write(async (tx) => {
    const group = await getGroupFor(tx, scope.actor, id, canWriteInProject);
    const target = await findTarget(tx, group, to);
    if ((await listOpenTicketIds(tx, { id: group.id, limit: ticketsMax + 1 })).length > ticketsMax)
      throw conflict(
        `The group has more than ${ticketsMax} open tickets. Move some of them by POST /api/tickets/bulk first.`,
      );
    const { events, ticketIds } = await moveOpenTickets(
      tx,
      scope,
      group.id,
      target.id,
      ticketsMax,
      (ticket) => assertPermitted(ticket, scope.actor, canEditTicket),
    );
    await recordEvents(tx, events);
    return { to: target, ticketIds };
  });
}

/** Moves at most `limit` open tickets from one group to another, without recording the events. */
export async function moveOpenTickets(
  tx: Tx,
  scope: Scope,
  from: string,
  to: string,
  limit: number,
  assertMayMove: (ticket: LockedTicketRow) => void = () => {},
) {
  const found = await listOpenTicketIds(tx, { id: from, limit });
  const locked = await lockTickets(tx, found, scope.actor);
  const lookups = newLookups(tx, scope.actor);
  const events: BuiltEvent[] = [];
  const ticketIds: string[] = [];
  for (const before of locked.values()) {
    // Somebody may have closed or moved it since it was found.
    if (before.groupId !== from || !isOpen(before)) continue;
    if (ticketIds.length % ticketsPerTurn === 0) await nextTurn();
    assertMayMove(before);
    const changed = await changeLockedTicket(tx, scope, lookups, { before }, { groupId: to });
    events.push(...changed.events);
    ticketIds.push(before.id);
  }
  return { events, ticketIds, isMore: found.length === limit };
}

async function findTarget(queries: Queries, group: Group, to: string | null | undefined): Promise<Group> {
  if (to) {
    const target = await findGroup(queries, { id: to });
    if (target?.projectId !== group.projectId)
      throw invalid({ to: ['Group does not exist in this project'] });
    if (target.id === group.id) throw invalid({ to: ['To must be another group'] });
    return target;
  }
  const next = await findNextCycle(queries, group);
  if (!next) throw conflict('There is no later cycle in the project. Create one, or name a group in `to`.');
  return next;
}
