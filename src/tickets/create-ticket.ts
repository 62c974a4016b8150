import { type BuiltEvent, recordEvents } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { withDetails } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Scope } from '../users/index.ts';
import { insertTitleWords } from './duplicates/title-word-store.ts';
import { readTicketDetails } from './get-ticket.ts';
import { numberTickets } from './number-tickets.ts';
import { completionAfter, type Ticket } from './ticket.ts';
import { buildTicketEvent, ticketAssigned, ticketCreated } from './ticket-events.ts';
import { initialFields, type NewTicket } from './ticket-input.ts';
import { insertTickets } from './ticket-insert-store.ts';
import { newLookups, type TicketHome, type TicketLookups } from './ticket-lookups.ts';
import { assertReferences, findReferenceProblems, resolveTicketId } from './ticket-references.ts';

export async function createTicket(scope: Scope, input: NewTicket) {
  return scope.write(async (tx) => {
    const look = newLookups(tx, scope.actor);
    const draft = await draftTicket(scope, look, input);
    await recordEvents(tx, await insertDrafts(tx, scope, look, [draft]));
    return readTicketDetails(tx, scope.actor, draft.id);
  });
}

/** Throws what the rules say against it, and makes nothing. */
export const validateNewTicket = (scope: Scope, input: Partial<NewTicket>) =>
  draftTicket(scope, newLookups(scope.db.reads, scope.actor), { title: '', ...input });

/** A ticket that keeps every rule and is not written yet; it has no number before. */
export interface TicketDraft extends Ticket {
  home: TicketHome;
  labelIds: string[];
}

export async function draftTicket(
  scope: Scope,
  look: TicketLookups,
  input: NewTicket,
  id: string = newId(scope.clock.now()),
): Promise<TicketDraft> {
  const now = scope.clock.now();
  const labelIds = [...new Set(input.labelIds ?? [])];
  const assigneeId = input.assigneeId === 'me' ? scope.actor.userId : input.assigneeId || null;
  const parentId = (await resolveTicketId(look, input.parentId)) || null;
  const pointed = { ...input, parentId, assigneeId, labelIds };
  const pointing = { labelsBefore: [] };
  const home = await look.home(input.projectId, input.workspaceId).catch(async (error: unknown) => {
    throw withDetails(error, await findReferenceProblems(look, undefined, pointing, pointed));
  });
  await assertReferences(look, home, pointing, pointed);

  const fields = initialFields({ ...input, projectId: home.projectId, assigneeId, parentId });
  return {
    ...fields,
    id,
    home,
    homeId: home.homeId,
    number: null,
    reporterId: scope.actor.userId,
    completedAt: completionAfter({ status: 'backlog', completedAt: null }, fields.status, now),
    version: 1,
    createdAt: now,
    updatedAt: now,
    labelIds,
  };
}

/** Writes them in their order and answers what happened. */
export async function insertDrafts(
  tx: Tx,
  scope: Scope,
  look: TicketLookups,
  drafts: TicketDraft[],
): Promise<BuiltEvent[]> {
  for (const { homeId, assigneeId } of drafts) await look.noteAssignee(homeId, assigneeId);
  await insertTitleWords(tx, drafts);
  // The counter is a row that every new ticket of the project waits for, so nothing slow may follow it.
  const numbers = await numberTickets(tx, drafts);
  const tickets = drafts.map((draft, index) => ({
    ...draft,
    number: numbers[index] ?? null,
    commentCount: 0,
  }));
  await insertTickets(tx, tickets);
  return tickets.flatMap((ticket) => {
    const placed = { ...ticket, ...ticket.home };
    const created = buildTicketEvent(scope, ticketCreated, placed, ticket.createdAt);
    if (ticket.assigneeId === null) return [created];
    return [created, buildTicketEvent(scope, ticketAssigned, placed, ticket.createdAt)];
  });
}
