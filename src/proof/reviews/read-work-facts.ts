import { ticketWork } from '../../agent-tasks/index.ts';
import type { Queries } from '../../platform/db/index.ts';
import { codeLinks, type reviews } from '../../tickets/index.ts';
import { findHead } from '../evidence-store.ts';

/** Who did the work on a ticket, and its newest commit. */
export async function readWorkFacts(
  queries: Queries,
  { id: ticketId, assigneeId }: { id: string; assigneeId: string | null },
): Promise<reviews.WorkFacts> {
  const [head, makers, linked] = await Promise.all([
    findHead(queries, ticketId),
    ticketWork.listMakers(queries, { ticketId, assigneeId: assigneeId ?? '' }),
    codeLinks.listLinkAuthors(queries, { ticketId }),
  ]);
  return {
    head,
    assigneeId,
    authorIds: new Set([...makers.map(({ id }) => id), ...linked]),
    agentOwnerIds: new Set(makers.flatMap(({ ownerId }) => ownerId ?? [])),
  };
}
