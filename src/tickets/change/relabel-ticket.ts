import type { Tx } from '../../platform/db/index.ts';
import { attachLabels, detachLabels } from '../labels/label-store.ts';
import type { TicketChanges } from '../ticket-input.ts';
import type { TicketHome, TicketLookups } from '../ticket-lookups.ts';
import { resolveLabels } from '../ticket-references.ts';

/** The sorted ids of the labels after the change. */
export async function labelsAfter(
  lookups: TicketLookups,
  home: TicketHome,
  before: string[],
  { labelIds, addLabels = [], removeLabels = [] }: TicketChanges,
): Promise<string[]> {
  if (!labelIds && addLabels.length + removeLabels.length === 0) return before;
  const resolve = (refs: string[]) => resolveLabels(lookups, home.workspaceId, refs);
  const removed = new Set(await resolve(removeLabels));
  const labels = new Set([...(labelIds ? await resolve(labelIds) : before), ...(await resolve(addLabels))]);
  return [...labels].filter((id) => !removed.has(id)).sort();
}

export async function replaceLabels(
  tx: Tx,
  ticketId: string,
  before: string[],
  after: string[],
): Promise<void> {
  await detachLabels(tx, { ticketId, labelIds: before.filter((id) => !after.includes(id)) });
  await attachLabels(
    tx,
    ticketId,
    after.filter((id) => !before.includes(id)),
  );
}
