import type { TicketFieldInfo } from '../../sdk/ticket-fields.ts';
import { completionAfter, rankAt } from '../../sdk/ticket-rules.ts';
import { momentOf } from './dates.ts';
import { hasValue } from './diff.ts';
import type { ManualOrders } from './manual-orders.ts';
import type { RowPatch } from './pending.ts';
import { rankBetween } from './rank.ts';
import { fieldInfo, groupFields, initialFields } from './row-fields.ts';
import type { NewTicket, Place, TicketPatch, TicketRow } from './types.ts';

export interface Person {
  id: string;
  zone: string;
  workspaceId: string;
}

/** Replaces `me` and dates in a patch by what they mean for this person. */
export function resolvePatch(patch: TicketPatch, me: Person): TicketPatch {
  const resolved = Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [name, resolveValue(fieldInfo(name), value, me)]),
  ) as TicketPatch;
  if (patch.labelIds) resolved.labelIds = [...new Set(patch.labelIds)].sort();
  if (patch.title !== undefined) resolved.title = patch.title.trim();
  return resolved;
}

function resolveValue(field: TicketFieldInfo | undefined, value: unknown, me: Person): unknown {
  if (field?.of === 'person' && value === 'me') return me.id;
  return field?.kind === 'instant' && value ? momentOf(String(value), me.zone, 'end') : value;
}

/** The part of a patch that rows show. A ticket that moves to another project loses its groups. */
export function shownOf(
  { description: _, force: __, reason: ___, fields: own, ...fields }: TicketPatch,
  row?: Pick<TicketRow, 'fields'>,
): RowPatch {
  const shown = own ? { ...fields, fields: { ...row?.fields, ...own } as TicketRow['fields'] } : fields;
  if (fields.projectId === undefined) return shown;
  return { ...Object.fromEntries(groupFields.map((name) => [name, null])), ...shown };
}

/** The parts of the patch that differ from the row. Descriptions are not in rows, so they always count as different. */
export function differenceOf(row: TicketRow, patch: TicketPatch): TicketPatch {
  const entries = Object.entries(patch).filter(
    ([name, value]) => name === 'description' || !hasValue(row, name, value),
  );
  return Object.fromEntries(entries);
}

/** The row of a ticket that the server does not have yet. It has no key. */
export function newRow(
  id: string,
  fields: NewTicket,
  workspaceId: string,
  me: Person,
  nowMs: number,
): TicketRow {
  const {
    description: _,
    workspaceId: _given,
    fields: _own,
    template: _from,
    position: _place,
    ...given
  } = fields;
  const now = new Date(nowMs).toISOString();
  const initial = initialFields();
  return {
    ...initial,
    ...{ id, key: null, version: 0, workspaceId, reporterId: me.id, labelIds: [] },
    ...given,
    completedAt: completionAfter(initial, given.status ?? initial.status, now),
    rank: rankAt(nowMs, id),
    counts: { comments: 0, attachments: 0, timeLogs: 0 },
    createdAt: now,
    updatedAt: now,
  };
}

/** The rank that shows a ticket at its place in the manual order of its home. */
export function rankOfPlace(
  row: TicketRow,
  place: Place,
  anchor: TicketRow | undefined,
  orders: ManualOrders,
): string {
  if (!anchor || anchor.id === row.id || !isSameHome(anchor, row))
    return rankBetween(orders.last(row)?.rank, undefined);
  const { previous, next } = orders.around(anchor, new Set([row.id]));
  if (place.after !== undefined) return rankBetween(anchor.rank, next?.rank);
  return rankBetween(previous?.rank, anchor.rank);
}

/** The rank of a new row that comes before all others of its home. */
export function firstRank(row: TicketRow, orders: ManualOrders): string {
  const first = orders.first(row);
  return first ? rankBetween(undefined, first.rank) : row.rank;
}

/** The place that a row's rank stands for; `moved` are the rows whose rank changes with it, as they will be. */
export function placeOf(row: TicketRow, moved: readonly TicketRow[], orders: ManualOrders): Place {
  let { previous, next } = orders.around(row, new Set([row.id, ...moved.map(({ id }) => id)]));
  for (const other of moved) {
    if (other.id === row.id || !isSameHome(other, row)) continue;
    if (other.rank < row.rank && (!previous || other.rank > previous.rank)) previous = other;
    if (other.rank > row.rank && (!next || other.rank < next.rank)) next = other;
  }
  return previous ? { after: previous.id } : next ? { before: next.id } : {};
}

const isSameHome = (a: TicketRow, b: TicketRow) =>
  a.projectId === b.projectId && a.workspaceId === b.workspaceId;
