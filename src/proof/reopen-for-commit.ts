import type { Tx } from '../platform/db/index.ts';
import { listCriteria, reopenTicket } from '../tickets/index.ts';
import type { EvidenceWithFiles } from './evidence-store.ts';
import { addReopening } from './recheck-store.ts';
import type { TicketOfEvidence } from './store-evidence.ts';

/**
 * Reopens a done ticket because a recheck found the commit that broke a criterion. Evidence that decides nothing, such as that of a
 * commit which is no longer the newest, reopens nothing, nor does a command that no person wrote. A commit
 * reopens a ticket once: whoever closes it again has decided.
 */
export async function reopenForCommit(
  tx: Tx,
  ticket: TicketOfEvidence,
  { criterionId, decides, passed, taskId }: EvidenceWithFiles,
  guilty: { commit: string; title?: string | undefined },
  now: number,
): Promise<void> {
  if (passed || !decides || taskId === null || ticket.status !== 'done') return;
  const criteria = await listCriteria(tx, { ticketId: ticket.id });
  const criterion = criteria.find(({ id, isRunnable }) => id === criterionId && isRunnable === 1);
  if (!criterion || !(await addReopening(tx, ticket.id, guilty.commit, now))) return;
  const commitTitle = guilty.title || undefined;
  await reopenTicket(tx, ticket, { criterion, commit: guilty.commit, commitTitle, taskId }, now);
}
