import type { Page } from '../platform/paging.ts';
import { type Criterion, canReadTicket, getTicketFor, listCriteria } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import * as store from './evidence-store.ts';

export type CriterionWithEvidence = Criterion & { evidence: store.EvidenceWithFiles | undefined };

/** The criteria of a ticket, each with the evidence from which its state comes. */
export async function listCriteriaWithEvidence(
  { db, actor }: Scope,
  ref: string,
): Promise<CriterionWithEvidence[]> {
  const ticket = await getTicketFor(db.reads, actor, ref, canReadTicket);
  if (ticket.criteriaProgress === null) return [];
  const [criteria, deciding] = await Promise.all([
    listCriteria(db.reads, { ticketId: ticket.id }),
    store.listDecidingEvidence(db.reads, ticket.id),
  ]);
  return criteria.map((criterion) => ({
    ...criterion,
    evidence: deciding.find(({ criterionId }) => criterionId === criterion.id),
  }));
}

export async function listEvidence(scope: Scope, ref: string, page: Page) {
  const ticket = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
  return store.listEvidence(scope, ticket.id, page);
}
