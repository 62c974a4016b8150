import { type BuiltEvent, recordEvents } from '../../events/index.ts';
import type { Queries, Tx } from '../../platform/db/index.ts';
import { assertValid, conflict, type FieldMessages } from '../../platform/errors.ts';
import { assertFresh } from '../../platform/versions.ts';
import type { Scope } from '../../users/index.ts';
import { changeLockedTicket } from '../change/change-ticket.ts';
import { assertPermitted, getTicketFor, readTicketDetails, type TicketDetails } from '../get-ticket.ts';
import { nextUpdate, type TicketStatus } from '../ticket.ts';
import { canEditTicket, isNotDeleted } from '../ticket-access.ts';
import { buildTicketChangeEvent, ticketUpdated } from '../ticket-events.ts';
import { newLookups } from '../ticket-lookups.ts';
import {
  findTicket,
  type LockedTicketRow,
  lockTickets,
  type TicketRow,
  updateTicketRow,
} from '../ticket-store.ts';
import { type ChosenRank, chooseRank, type Place } from './choose-rank.ts';
import { listFollowing, listPreceding, lockRanks, type RankedTicket } from './rank-store.ts';

/** Before or after another ticket of the same home, or first or last in it. */
export interface Placement {
  before?: string | undefined;
  after?: string | undefined;
  position?: 'first' | 'last' | undefined;
  /** The status that the ticket gets in the same change. */
  status?: TicketStatus | undefined;
  /** The own status that it gets, by id or name; null for the status itself. */
  ownStatusId?: string | null | undefined;
  /** Closes the ticket even if it has open children, or, with a reason, if gates ask for more. */
  force?: boolean | undefined;
  reason?: string | null | undefined;
}

/** Moves a ticket in the order of its home. A ticket that is at the place already stays as it is. */
export async function placeTicket(scope: Scope, ref: string, placement: Placement): Promise<TicketDetails> {
  return scope.write(async (tx) => {
    const found = await getTicketFor(tx, scope.actor, ref, canEditTicket);
    await lockRanks(tx, found.homeId);
    const place = await findPlace(tx, scope, found, placement);
    const chosen = await chooseRank(found.id, place, scope.clock.now());
    const { ticket, displaced } = await lockAll(tx, scope, found, chosen);
    assertFresh(scope.acceptedVersions, ticket.version);

    const target = { before: ticket, rank: chosen?.rank };
    const { status, ownStatusId, force, reason } = placement;
    const { events } = await changeLockedTicket(tx, scope, newLookups(tx, scope.actor), target, {
      status,
      ownStatusId,
      force,
      reason,
    });
    for (const [row, rank] of displaced) events.push(await displace(tx, scope, row, rank));
    await recordEvents(tx, events);
    return readTicketDetails(tx, scope.actor, ticket.id);
  });
}

/** Throws the problems of the placement that only the database can find, and changes nothing. */
export async function validatePlacement(scope: Scope, ref: string, placement: Placement): Promise<void> {
  const ticket = await getTicketFor(scope.db.reads, scope.actor, ref, canEditTicket);
  await findPlace(scope.db.reads, scope, ticket, placement);
}

async function findPlace(
  queries: Queries,
  scope: Scope,
  ticket: TicketRow,
  placement: Placement,
): Promise<Place> {
  const { homeId, id } = ticket;
  const { before, after, position } = placement;
  const given = Object.entries({ before, after, position }).filter(([, value]) => value !== undefined);
  const problems: FieldMessages = {};
  for (const [field] of given.slice(1)) problems[field] = ['Give only one of before, after and position'];
  const neighbours = new Map<string, RankedTicket>();
  for (const [field, ref] of Object.entries({ before, after })) {
    if (ref === undefined) continue;
    const other = await findTicket(queries, ref, scope.actor);
    if (other && isNotDeleted(other) && other.homeId === homeId) neighbours.set(field, other);
    else problems[field] = ['Ticket does not exist in the same project or workspace'];
    if (other?.id === id) problems[field] = ['Ticket must be a different ticket'];
  }
  assertValid(problems);

  const [beforeIt, afterIt] = [neighbours.get('before'), neighbours.get('after')];
  const following = (from?: RankedTicket) => (limit: number) => listFollowing(queries, homeId, from, limit);
  const preceding = (from?: RankedTicket) => (limit: number) => listPreceding(queries, homeId, from, limit);
  const none = async () => [];
  if (beforeIt) {
    return {
      before: preceding(beforeIt),
      after: async (limit) => [beforeIt, ...(limit > 1 ? await following(beforeIt)(limit - 1) : [])],
    };
  }
  if (afterIt) {
    return {
      before: async (limit) => [afterIt, ...(limit > 1 ? await preceding(afterIt)(limit - 1) : [])],
      after: following(afterIt),
    };
  }
  return position === 'first' ? { before: none, after: following() } : { before: preceding(), after: none };
}

/** Locks the ticket and its displaced neighbours in the order of their ids, as bulk changes do, to avoid deadlocks. */
async function lockAll(tx: Tx, scope: Scope, found: TicketRow, chosen: ChosenRank | undefined) {
  const newRanks = new Map(chosen?.displaced.map(({ id, rank }) => [id, rank]));
  const rows = await lockTickets(tx, [found.id, ...newRanks.keys()], scope.actor);
  const ticket = assertPermitted(rows.get(found.id), scope.actor, canEditTicket);
  if (ticket.homeId !== found.homeId) {
    throw conflict('The ticket moved to another project at the same time. Read it and try again.');
  }
  const displaced = [...rows.values()].flatMap((row) => {
    const rank = newRanks.get(row.id);
    return rank !== undefined && row.homeId === found.homeId ? [[row, rank] as const] : [];
  });
  return { ticket, displaced };
}

/** Changes the rank like any other field, so that every list, replica and index follows. */
async function displace(tx: Tx, scope: Scope, before: LockedTicketRow, rank: string): Promise<BuiltEvent> {
  const updatedAt = nextUpdate(before, scope.clock.now());
  const after = { ...before, rank, version: before.version + 1, updatedAt };
  await updateTicketRow(tx, before, after, before.labelIds);
  const changes = { rank: { from: before.rank, to: rank } };
  return buildTicketChangeEvent(scope, ticketUpdated, after, changes, updatedAt);
}
