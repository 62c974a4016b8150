import type { TicketFieldInfo } from '../../sdk/ticket-fields.ts';
import { completionAfter, rankAt } from '../../sdk/ticket-rules.ts';
import { momentOf } from './dates.ts';
import { hasValue } from './diff.ts';
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

interface Rows {
  get(id: string): TicketRow | undefined;
  all(): Iterable<TicketRow>;
}

/** The rank that shows a ticket at its place, computed from the rows of its home. */
export function rankOfPlace(row: TicketRow, place: Place, rows: Rows): string {
  const anchor = rows.get(place.after ?? place.before ?? '');
  if (!anchor || anchor.id === row.id || !isSameHome(anchor, row))
    return rankBetween(lastRank(row, rows.all()), undefined);
  const { previous, next } = neighboursOf(anchor, row.id, rows.all());
  if (place.after !== undefined) return rankBetween(anchor.rank, next?.rank);
  return rankBetween(previous?.rank, anchor.rank);
}

/** The rank of a new row that comes before all others of its home. */
export function firstRank(row: TicketRow, rows: Iterable<TicketRow>): string {
  let first: string | undefined;
  for (const other of rows)
    if (isSameHome(other, row) && (first === undefined || other.rank < first)) first = other.rank;
  return first === undefined ? row.rank : rankBetween(undefined, first);
}

function lastRank(row: TicketRow, rows: Iterable<TicketRow>): string | undefined {
  let last: string | undefined;
  for (const other of rows) {
    if (other.id !== row.id && isSameHome(other, row) && (last === undefined || other.rank > last))
      last = other.rank;
  }
  return last;
}

/** The place that a row's rank stands for, given the ranks of its home after the change (`rankAfter`). */
export function placeOf(row: TicketRow, rows: Rows, rankAfter: (row: TicketRow) => string): Place {
  const { previous, next } = neighboursOf(row, row.id, rows.all(), rankAfter);
  return previous ? { after: previous.id } : next ? { before: next.id } : {};
}

/** The tickets next to a place in the manual order, without the moving one. */
function neighboursOf(
  at: TicketRow,
  without: string,
  rows: Iterable<TicketRow>,
  rankIn = ({ rank }: TicketRow) => rank,
) {
  let previous: TicketRow | undefined;
  let next: TicketRow | undefined;
  for (const other of rows) {
    const rank = rankIn(other);
    const isNearer =
      rank < at.rank
        ? !previous || rank > rankIn(previous)
        : rank > at.rank && (!next || rank < rankIn(next));
    if (!isNearer || other.id === without || !isSameHome(other, at)) continue;
    if (rank < at.rank) previous = other;
    else next = other;
  }
  return { previous, next };
}

const isSameHome = (a: TicketRow, b: TicketRow) =>
  a.projectId === b.projectId && a.workspaceId === b.workspaceId;
