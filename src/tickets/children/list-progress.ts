import type { Scope } from '../../users/index.ts';
import { countChecklists } from '../checklists/checklist-store.ts';
import { filterMatching } from '../lists/list-tickets.ts';
import { countChildrenOf } from './child-store.ts';
import { canReadChild } from './progress.ts';

interface Done {
  done: number;
  total: number;
}

/** How far a ticket is: its checklist, and its direct children that are not cancelled and that the actor may read. */
export interface CardProgress {
  id: string;
  checklist: Done;
  children: Done;
}

/** The progress of those of the tickets that the actor may read, with two statements for all of them. */
export async function listProgress(scope: Scope, ids: string[]): Promise<CardProgress[]> {
  const { db, actor } = scope;
  const everything = { filter: {}, sort: 'updatedAt', order: 'desc' } as const;
  const readable = await filterMatching(scope, everything, ids);
  if (readable.size === 0) return [];
  const [items, children] = await Promise.all([
    countChecklists(db.reads, { ids: [...readable] }),
    countChildrenOf(db.reads, { ids: [...readable], userId: actor.userId }),
  ]);
  const progress = new Map(
    ids
      .filter((id) => readable.has(id))
      .map((id): [string, CardProgress] => [
        id,
        { id, checklist: { done: 0, total: 0 }, children: { done: 0, total: 0 } },
      ]),
  );
  for (const { ticketId, done, total } of items)
    Object.assign(progress.get(ticketId)?.checklist ?? {}, { done, total });
  for (const child of children) {
    const sum = progress.get(child.parentId)?.children;
    if (!sum || !canReadChild(actor, child)) continue;
    sum.total += child.tickets;
    if (child.status === 'done') sum.done += child.tickets;
  }
  return [...progress.values()];
}
