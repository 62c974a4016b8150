import type { Tx } from '../platform/db/index.ts';
import { type CriterionActor, changeStates, listCriteria, reviews } from '../tickets/index.ts';
import { isSameCommit, stateAtHead } from './evidence.ts';
import * as store from './evidence-store.ts';
import { showChecksOfHead } from './record-host-check.ts';
import type { TicketOfEvidence } from './store-evidence.ts';

export interface HeadMove {
  /** The commit that the push replaced, where it is known. */
  before?: string | undefined;
  after: string;
}

const isCommit = (sha: string) => /^[0-9a-f]{7,64}$/.test(sha) && !/^0+$/.test(sha);

/**
 * Records the newest commit of a locked ticket's branch. Evidence of other commits no longer shows its
 * criterion, reviews of them no longer count, and the reviewers are asked again. Of a ticket without criteria only the
 * commit and the checks of the code host are stored. Returns false if the commit is known already.
 */
export async function moveHead(
  tx: Tx,
  by: CriterionActor,
  ticket: TicketOfEvidence,
  move: HeadMove,
  now: number,
): Promise<boolean> {
  const head = move.after.toLowerCase();
  const before = move.before?.toLowerCase() ?? '';
  if (!isCommit(head)) return false;
  const known = await store.findHeadWithBefore(tx, { ticketId: ticket.id });
  if (known && isSameCommit(known.commit, head)) return false;
  // The delivery of an earlier push that arrives late: it led to the commit that the known one replaced.
  if (known?.before && before && isSameCommit(known.before, head) && !isSameCommit(known.commit, before))
    return false;
  const stored = { commit: head, before: isCommit(before) ? before : null };
  await store.upsertHead(tx, { ticketId: ticket.id, ...stored, updatedAt: now });
  await reviews.askAgain(tx, { ticketId: ticket.id, now: Math.max(now, ticket.updatedAt + 1) });
  if (ticket.criteriaProgress !== null) {
    const criteria = await listCriteria(tx, { ticketId: ticket.id });
    const deciding = await store.listDecidingEvidence(tx, ticket.id);
    const changes = criteria.map(({ id, state }) => {
      const evidence = deciding.find(({ criterionId }) => criterionId === id);
      return { id, state: stateAtHead(state, evidence, head), commit: head };
    });
    await changeStates(tx, by, ticket, criteria, changes, now);
  }
  await showChecksOfHead(tx, by, ticket, head, now);
  return true;
}
