import { invalid } from '../../platform/errors.ts';
import type { Scope } from '../../users/index.ts';
import { rowSelect, type TicketSelect } from '../fields/ticket-row-store.ts';
import { findLinkedTickets } from '../links/find-linked-tickets.ts';
import { findTicketIds } from '../ticket-store.ts';
import { itemSelect, selectVisibleTicketsById } from './ticket-list-store.ts';
import { findVisibleHomes } from './visible-homes.ts';

const refsMax = 100;

export const listItemsByRef = (scope: Scope, refs: string[]) => listByRef(scope, itemSelect, refs);

export const listRowsByRef = (scope: Scope, refs: string[]) => listByRef(scope, rowSelect, refs);

/**
 * Lists the tickets with these ids, keys or links, in this order and once each. `missing` names the others, whether they
 * are deleted, not visible to the actor, or never existed.
 */
async function listByRef<Row extends { id: string }>(
  { db, actor }: Scope,
  select: TicketSelect<Row>,
  requested: string[],
): Promise<{ rows: Row[]; missing: string[] }> {
  if (requested.length > refsMax) throw invalid({ ids: [`Ids must have at most ${refsMax} entries`] });
  const refs = [...new Set(requested)];
  const ids = await findTicketIds(db.reads, refs);
  const linked = await findLinkedTickets(db.reads, refs);
  const idsOf = (ref: string) => linked.get(ref) ?? [ids.get(ref) ?? []].flat();
  const homes = await findVisibleHomes(db.reads, actor);
  const rows = await selectVisibleTicketsById(db.reads, select, homes, [...new Set(refs.flatMap(idsOf))]);
  const found = new Set(rows.map(({ id }) => id));
  return { rows, missing: refs.filter((ref) => !idsOf(ref).some((id) => found.has(id))) };
}
