import type { Queries } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Page } from '../../platform/paging.ts';
import type { Scope } from '../../users/index.ts';
import { type Label, listLabelsOfTickets } from '../labels/label-store.ts';
import { findWordConditions } from '../lists/find-word-conditions.ts';
import type { TicketListing } from '../lists/list-tickets.ts';
import type { TicketIndex } from '../lists/ticket-index.ts';
import { listTicketRows, type TicketItem } from '../lists/ticket-list-store.ts';
import { findVisibleHomes } from '../lists/visible-homes.ts';
import { type NamedFieldValue, readValuesOfTickets } from '../own-fields/named-values.ts';
import { listFieldsIn } from '../own-fields/own-field-store.ts';
import { resolveParents } from '../resolve-parents.ts';
import {
  type ExportedCriterion,
  type ListDecidingEvidence,
  listExportedCriteria,
} from './exported-criteria.ts';

export interface ExportedTicket extends TicketItem {
  labels: Label[];
  fieldValues: NamedFieldValue[];
  criteria: ExportedCriterion[];
}

// An export has one page in memory; a description may have 100,000 characters.
const pageSize = 100;
const wholePage: Page = { page: 1, limit: pageSize, offset: 0 };

/**
 * Yields the whole list page by page; each page is read after the consumer has taken the previous one. Tickets are in
 * the order of creation, which no change affects: a ticket that exists during the whole export occurs exactly once.
 * Tickets created during the export are left out. Each page checks again what the actor may see.
 */
export async function* exportTickets(
  { db, actor, clock }: Scope,
  { projects, workspaces, filter: requested, order }: Omit<TicketListing, 'sort'>,
  listEvidence: ListDecidingEvidence,
  ticketIndex?: TicketIndex,
): AsyncGenerator<ExportedTicket[], void> {
  const until = clock.now();
  const filter = await resolveParents(db.reads, actor, requested);
  let after = order === 'asc' ? { createdAt: -1, id: '' } : { createdAt: until + 1, id: '' };
  for (;;) {
    const homes = await findVisibleHomes(db.reads, actor, projects, workspaces);
    const found = await findWordConditions(db, filter, ticketIndex);
    const narrowed = { ...found, createdAfter: { after, order, until } };
    const rows = await listTicketRows(db.workerReads, homes, narrowed, 'createdAt', order, wholePage);
    const last = rows.at(-1);
    if (!last) return;
    yield await withDetails(db.workerReads, rows, listEvidence);
    if (rows.length < pageSize) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}

async function withDetails(
  queries: Queries,
  rows: TicketItem[],
  listEvidence: ListDecidingEvidence,
): Promise<ExportedTicket[]> {
  const labelled = rows.filter(({ labelCount }) => labelCount > 0).map(({ id }) => id);
  const labels = new Map<string, Label[]>();
  for (const { ticketId, ...label } of labelled.length > 0
    ? await listLabelsOfTickets(queries, { ticketIds: labelled })
    : [])
    labels.set(ticketId, [...(labels.get(ticketId) ?? []), label]);
  const valuesByTicket = await readValuesOfTickets(queries, rows);
  const proven = rows.filter(({ criteriaProgress }) => criteriaProgress !== null).map(({ id }) => id);
  const criteria = proven.length > 0 ? await listExportedCriteria(queries, proven, listEvidence) : undefined;
  return rows.map((row) => ({
    ...row,
    labels: labels.get(row.id) ?? [],
    fieldValues: valuesByTicket(row),
    criteria: criteria?.get(row.id) ?? [],
  }));
}

/** Lists the names of the custom fields of all projects that the file can contain, each name once. */
export async function listFieldColumns(
  { db, actor }: Scope,
  { projects, workspaces }: Pick<TicketListing, 'projects' | 'workspaces'>,
): Promise<string[]> {
  const { whole } = await findVisibleHomes(db.reads, actor, projects, workspaces);
  const fields = await listFieldsIn(db.workerReads, whole);
  return [...new Map(fields.map(({ name }) => [foldCase(name), name])).values()];
}
