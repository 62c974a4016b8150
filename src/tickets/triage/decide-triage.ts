import { recordEvents } from '../../events/index.ts';
import type { Queries } from '../../platform/db/index.ts';
import { assertValid, conflict, invalid, type Refusal } from '../../platform/errors.ts';
import { assertFresh } from '../../platform/versions.ts';
import { type Scope, scopeWithin } from '../../users/index.ts';
import { changeLockedTicket } from '../change/change-ticket.ts';
import { addComment } from '../comments/comments.ts';
import { gateReasonLength } from '../gates/gate.ts';
import { getTicketFor, lockTicketFor, readTicketDetails, type TicketDetails } from '../get-ticket.ts';
import { placeTicket } from '../rank/place-ticket.ts';
import { lockRanks } from '../rank/rank-store.ts';
import { addRelation } from '../relations/relations.ts';
import { ticketKey } from '../ticket.ts';
import { canEditTicket, canReadTicket, isNotDeleted } from '../ticket-access.ts';
import type { TicketChanges } from '../ticket-input.ts';
import { newLookups } from '../ticket-lookups.ts';
import { findTicket, lockRelations, type TicketRow } from '../ticket-store.ts';
import { outcomeVerbs, type TriageDecision, type TriageOutcome } from './triage.ts';
import { assertMayDecide } from './triage-events.ts';
import { findLastDecision } from './triage-store.ts';

export interface TriageInput extends TicketChanges {
  decision: TriageDecision;
  /** Becomes a comment. */
  reason?: string | undefined;
  /** The id or key of the ticket that stays. */
  duplicateOf?: string | undefined;
  /** Until when a ticket is snoozed. */
  until?: number | null | undefined;
  /** The sender gets a mail with the reason. */
  tellSender?: true | undefined;
}

/**
 * Decides about a ticket in triage, in one transaction: of two people who decide at once the second is told what the
 * first did, and changes nothing.
 */
export async function decideTriage(scope: Scope, ref: string, input: TriageInput): Promise<TicketDetails> {
  const { decision, reason, duplicateOf, until: _until, tellSender, ...changes } = input;
  return scope.write(async (tx) => {
    const { actor } = scope;
    const found = await getTicketFor(tx, actor, ref, canEditTicket);
    assertMayDecide(actor);
    assertComplete(input);
    // In the order in which placing and relating tickets take these locks.
    if (decision === 'accept') await lockRanks(tx, found.homeId);
    if (decision === 'duplicate' || changes.parentId) await lockRelations(tx);
    const before = await lockTicketFor(tx, actor, found.id, canEditTicket);
    if ((before.triage === null) !== (decision === 'return')) throw await describeState(tx, before);
    assertFresh(scope.acceptedVersions, before.version);

    const original =
      decision === 'duplicate' && duplicateOf
        ? await findOriginal(tx, scope, before, duplicateOf)
        : undefined;
    const { events } = await changeLockedTicket(
      tx,
      scope,
      newLookups(tx, actor),
      {
        before,
        decided: {
          ...(original && { outcome: 'duplicate' as const, duplicateOf: presentOriginal(original) }),
          ...(reason && { reason }),
          ...(tellSender && { tellSender }),
        },
      },
      { ...changes, ...changesOf(input), reason: reason?.slice(0, gateReasonLength) },
    );
    await recordEvents(tx, events);
    const within = { ...scopeWithin(tx, scope), acceptedVersions: undefined };
    if (original) await addRelation(within, before.id, 'duplicates', original.id);
    if (reason) await addComment(within, before.id, reason);
    if (decision === 'accept') await placeTicket(within, before.id, { position: 'first' });
    return readTicketDetails(tx, actor, before.id);
  });
}

function presentOriginal({ id, title, projectKey, number }: TicketRow) {
  const key = ticketKey(projectKey, number);
  return { id, ...(key !== undefined && { key }), title };
}

function assertComplete({ decision, duplicateOf, until }: TriageInput): void {
  assertValid({
    ...(decision === 'duplicate' && !duplicateOf && { duplicateOf: ['Duplicate of is required'] }),
    ...(decision === 'snooze' && !until && { until: ['Until is required'] }),
  });
}

function changesOf({ decision, until, status }: TriageInput): TicketChanges {
  switch (decision) {
    case 'snooze':
      return { triage: 'snoozed', snoozedUntil: until ?? null };
    case 'decline':
    case 'duplicate':
      return { triage: null, status: 'cancelled' };
    case 'return':
      return { triage: 'waiting', status: status ?? 'backlog' };
    case 'accept':
      return { triage: null };
  }
}

async function findOriginal(queries: Queries, { actor }: Scope, ticket: TicketRow, ref: string) {
  const original = await findTicket(queries, ref, actor);
  if (!original || !isNotDeleted(original) || !canReadTicket(actor, original))
    throw invalid({ duplicateOf: ['Ticket does not exist'] });
  if (original.id === ticket.id) throw invalid({ duplicateOf: ['Ticket must be a different ticket'] });
  return original;
}

/** Says who decided before; it is the answer to somebody who decides a moment later. */
async function describeState(queries: Queries, ticket: TicketRow): Promise<Refusal> {
  if (ticket.triage !== null) return conflict('The ticket is in triage already.');
  const last = await findLastDecision(queries, { ticketId: ticket.id });
  if (!last) return conflict('The ticket is not in triage.');
  const { outcome } = JSON.parse(last.data) as { outcome: TriageOutcome };
  return conflict(`${last.name} has already decided about this ticket: ${outcomeVerbs[outcome]}.`);
}
