import type { Queries } from '../../platform/db/index.ts';
import { conflict, forbidden, invalid } from '../../platform/errors.ts';
import type { Page } from '../../platform/paging.ts';
import { sliceRows } from '../../platform/slice-rows.ts';
import type { Scope } from '../../users/index.ts';
import { getTicketFor, lockTicketFor } from '../get-ticket.ts';
import { canEditTicket, canReadTicket } from '../ticket-access.ts';
import type { TicketRow } from '../ticket-store.ts';
import * as store from './watcher-store.ts';

export async function listWatchers(scope: Scope, ref: string, page: Page) {
  const ticket = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
  const people = await readingWatchers(scope.db.reads, ticket);
  return {
    ...sliceRows(people, ({ name, id }) => [name, id], page),
    isWatching: people.some(({ id }) => id === scope.actor.userId),
  };
}

/** Readers may watch a ticket; editors may also add other readers as watchers. */
export async function watch(scope: Scope, ref: string, userId: string) {
  return scope.write(async (tx) => {
    const isSelf = userId === scope.actor.userId;
    const ticket = await lockTicketFor(tx, scope.actor, ref, isSelf ? canReadTicket : canEditTicket);
    const person = await store.findUserWithRoles(tx, userId, ticket);
    // The same error for an unknown user and for one without access, so that it does not reveal who exists.
    if (!person || !mayRead(ticket, person)) {
      throw invalid({ userId: ['User does not exist or may not read this ticket'] });
    }
    const known = await store.findWatch(tx, { ticketId: ticket.id, userId });
    if (!isSelf && known?.watching === 0) {
      throw conflict('This person stopped watching the ticket; only they can start again.');
    }
    const isNew = known ? known.watching === 0 : !isReporterOrAssignee(ticket, userId);
    if (known?.watching !== 1)
      await store.saveWatch(tx, { ticketId: ticket.id, userId, watching: 1, now: scope.clock.now() });
    return { person, isNew };
  });
}

/** Records the opt-out, so that later mentions and assignments do not add the user again. */
export async function unwatch(scope: Scope, ref: string, userId: string): Promise<string> {
  return scope.write(async (tx) => {
    const ticket = await lockTicketFor(tx, scope.actor, ref, canReadTicket);
    if (userId === scope.actor.userId) {
      await store.saveWatch(tx, { ticketId: ticket.id, userId, watching: 0, now: scope.clock.now() });
      return userId;
    }
    if (!canEditTicket(scope.actor, ticket)) throw forbidden('ticket');
    if (isReporterOrAssignee(ticket, userId)) {
      throw conflict('The reporter and the assignee watch their ticket; only they can stop.');
    }
    await store.removeWatch(tx, { ticketId: ticket.id, userId });
    return userId;
  });
}

/** Filters the users who may read the ticket in its present state, deleted or not. */
export async function filterReaders(
  queries: Queries,
  ticketId: string,
  userIds: string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const people = await store.listReaders(queries, { ticketId, ids: userIds });
  return people.filter((person) => canReadTicket({ userId: person.id }, person)).map(({ id }) => id);
}

/** Filters the tickets that the user may read in their present state, deleted or not. */
export async function filterReadable(
  queries: Queries,
  ticketIds: string[],
  userId: string,
): Promise<ReadonlySet<string>> {
  if (ticketIds.length === 0) return new Set();
  const access = await store.listAccessOf(queries, [...new Set(ticketIds)], userId);
  return new Set(
    access.filter((ticket) => canReadTicket({ userId }, ticket)).map(({ ticketId }) => ticketId),
  );
}

export const listWatcherIds = async (queries: Queries, ticketId: string) =>
  (await store.listWatchersOf(queries, { ids: [ticketId] })).map(({ id }) => id);

/** The ticket's watchers who may read it now. */
async function readingWatchers(queries: Queries, ticket: TicketRow) {
  const people = await store.listWatchersOf(queries, { ids: [ticket.id] });
  return people.filter((person) => mayRead(ticket, person));
}

function mayRead(
  ticket: TicketRow,
  { id, role, workspaceRole }: Pick<TicketRow, 'role' | 'workspaceRole'> & { id: string },
) {
  return canReadTicket({ userId: id }, { ...ticket, role, workspaceRole });
}

const isReporterOrAssignee = ({ reporterId, assigneeId }: TicketRow, userId: string) =>
  userId === reporterId || userId === assigneeId;
