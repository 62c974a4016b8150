import type { Page } from '../../platform/paging.ts';
import type { Scope } from '../../users/index.ts';
import { findWordConditions } from '../find-word-conditions.ts';
import { type Label, listLabelsOfTickets } from '../labels/label-store.ts';
import type { TicketListing } from '../list-tickets.ts';
import { resolveParents } from '../resolve-parents.ts';
import { listTicketRows, type TicketItem } from '../ticket-list-store.ts';
import { findVisibleHomes } from '../visible-homes.ts';
import type { WordIndex } from '../word-index.ts';

export interface ExportedTicket extends TicketItem {
  labels: Label[];
}

// An export holds one page in memory; a description may have 100,000 characters.
const pageSize = 100;
const wholePage: Page = { page: 1, limit: pageSize, offset: 0 };

/**
 * The whole list, page by page; each page is read when the consumer has taken the last one. The order is that of creation,
 * because no change moves a ticket in it: a ticket that exists during the whole export occurs exactly once. Tickets
 * created during the export are left out. Each page checks again what the actor may see.
 */
export async function* exportTickets(
  { db, actor, clock }: Scope,
  { projects, workspaces, filter: requested, order }: Omit<TicketListing, 'sort'>,
  wordIndex?: WordIndex,
): AsyncGenerator<ExportedTicket[], void> {
  const until = clock.now();
  const filter = await resolveParents(db.reads, actor, requested);
  let after = order === 'asc' ? { createdAt: -1, id: '' } : { createdAt: until + 1, id: '' };
  for (;;) {
    const homes = await findVisibleHomes(db.reads, actor, projects, workspaces);
    const found = await findWordConditions(db, filter, wordIndex);
    const narrowed = { ...found, created: { after, order, until } };
    const rows = await listTicketRows(db.workerReads, homes, narrowed, 'createdAt', order, wholePage);
    const last = rows.at(-1);
    if (!last) return;
    const labelled = rows.filter(({ labelCount }) => labelCount > 0).map(({ id }) => id);
    yield withLabels(rows, labelled.length > 0 ? await listLabelsOfTickets(db.workerReads, labelled) : []);
    if (rows.length < pageSize) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}

function withLabels(rows: TicketItem[], labels: (Label & { ticketId: string })[]): ExportedTicket[] {
  const byTicket = new Map<string, Label[]>();
  for (const { ticketId, ...label } of labels)
    byTicket.set(ticketId, [...(byTicket.get(ticketId) ?? []), label]);
  return rows.map((row) => ({ ...row, labels: byTicket.get(row.id) ?? [] }));
}
