import type { Tx } from '../platform/db/index.ts';
import { type CriterionActor, changeStates, listCriteria } from '../tickets/index.ts';
import { isSameCommit, stateAtHead } from './evidence.ts';
import * as store from './evidence-store.ts';
import type { TicketOfEvidence } from './store-evidence.ts';

/**
 * Records the newest commit of a locked ticket's branch. Evidence of other commits no longer shows its
 * criterion. Of a ticket without criteria only the commit is stored.
 */
export async function moveHead(
  tx: Tx,
  by: CriterionActor,
  ticket: TicketOfEvidence,
  sha: string,
  now: number,
): Promise<void> {
  const head = sha.toLowerCase();
  if (!/^[0-9a-f]{7,64}$/.test(head)) return;
  const before = await store.findHead(tx, ticket.id);
  if (before !== undefined && isSameCommit(before, head)) return;
  await store.upsertHead(tx, { ticketId: ticket.id, commit: head, updatedAt: now });
  if (ticket.criteriaProgress === null) return;
  const criteria = await listCriteria(tx, { ticketId: ticket.id });
  const deciding = await store.listDecidingEvidence(tx, ticket.id);
  const changes = criteria.map(({ id, state }) => {
    const evidence = deciding.find(({ criterionId }) => criterionId === id);
    return { id, state: stateAtHead(state, evidence, head), commit: head };
  });
  await changeStates(tx, by, ticket, criteria, changes, now);
}
