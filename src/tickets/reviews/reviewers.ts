import type { Tx } from '../../platform/db/index.ts';
import { invalid } from '../../platform/errors.ts';
import type { Scope } from '../../users/index.ts';
import { lockTicketFor } from '../get-ticket.ts';
import { nextUpdate } from '../ticket.ts';
import { canEditTicket } from '../ticket-access.ts';
import { type LockedTicketRow, touchTicket } from '../ticket-store.ts';
import { listReaders } from '../watchers/watcher-store.ts';
import { canReview } from './review-access.ts';
import { recordReviewers } from './review-events.ts';
import * as store from './review-store.ts';

/** Replaces the reviewers. Whoever stays is not asked again. */
export async function setReviewers(scope: Scope, ref: string, given: readonly string[]): Promise<string> {
  return scope.write(async (tx) => {
    const ticket = await lockTicketFor(tx, scope.actor, ref, canEditTicket);
    const userIds = [...new Set(given.map((id) => (id === 'me' ? scope.actor.userId : id)))];
    const before = await store.listReviewerRows(tx, { ticketId: ticket.id });
    const added = userIds.filter((id) => !before.some((known) => known.id === id));
    const removed = before.filter(({ id }) => !userIds.includes(id));
    await assertMayReview(tx, ticket, added);
    if (added.length + removed.length === 0) return ticket.id;
    const at = nextUpdate(ticket, scope.clock.now());
    await store.deleteReviewers(tx, { ticketId: ticket.id, userIds: removed.map(({ id }) => id) });
    await store.insertReviewers(
      tx,
      added.map((userId) => ({ ticketId: ticket.id, userId, askedAt: at })),
    );
    ticket.updatedAt = at;
    await touchTicket(tx, { id: ticket.id, updatedAt: at });
    const after = await store.listReviewerRows(tx, { ticketId: ticket.id });
    const reviewers = after.filter(({ id }) => added.includes(id)).map(named);
    await recordReviewers(tx, scope, ticket, { reviewers, removed: removed.map(named) }, at);
    return ticket.id;
  });
}

const named = ({ id, name }: { id: string; name: string }) => ({ id, name });

/** The same error for an unknown user and for one without access, so that it does not reveal who exists. */
async function assertMayReview(tx: Tx, { id }: LockedTicketRow, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  const people = await listReaders(tx, { ticketId: id, ids: userIds });
  const may = new Set(people.filter(canReview).map((person) => person.id));
  if (userIds.some((userId) => !may.has(userId)))
    throw invalid({ userIds: ['User ids must be of people and agents who may edit the ticket'] });
}
