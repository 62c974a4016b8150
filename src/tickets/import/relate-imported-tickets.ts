import type { Tx } from '../../platform/db/index.ts';
import { insertRelation, isReachable, type StoredKind } from '../relations/relation-store.ts';
import { lockRelations, wouldCreateCycle } from '../ticket-store.ts';
import { listTicketsWithoutParent, setParent } from './imported-ticket-store.ts';

/** A relation of two tickets. `isChecked` is true if the caller has made sure that it closes no cycle. */
export interface ImportedRelation {
  fromId: string;
  toId: string;
  kind: StoredKind;
  isChecked: boolean;
}

/** Adds the relations that close no cycle, without events. Returns how many exist now. */
export async function relateImportedTickets(
  tx: Tx,
  relations: ImportedRelation[],
  now: number,
): Promise<number> {
  await lockRelations(tx);
  let added = 0;
  for (const { isChecked, ...edge } of relations) {
    const closesCycle =
      !isChecked &&
      edge.kind !== 'relates' &&
      (await isReachable(tx, { ...edge, fromId: edge.toId, toId: edge.fromId }));
    if (closesCycle) continue;
    await insertRelation(tx, { ...edge, now });
    added++;
  }
  return added;
}

/** Sets the parents that close no cycle, without events. Returns how many tickets have theirs now. */
export async function setImportedParents(tx: Tx, pairs: { id: string; parentId: string }[]): Promise<number> {
  await lockRelations(tx);
  const ids = pairs.map(({ id }) => id);
  const open = new Set(await listTicketsWithoutParent(tx, { ids }));
  let refused = 0;
  for (const { id, parentId } of pairs.filter((pair) => open.has(pair.id))) {
    if (await wouldCreateCycle(tx, id, parentId)) refused++;
    else await setParent(tx, { id, parentId });
  }
  return pairs.length - refused;
}
