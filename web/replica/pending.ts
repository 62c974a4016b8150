import { completionAfter } from '../../sdk/ticket-rules.ts';
import { groupFields, type InputField } from './row-fields.ts';
import type { NewTicket, Place, TicketPatch, TicketRow } from './types.ts';

/** The fields of a patch that rows have, in the form of rows. */
export type RowPatch = Partial<Pick<TicketRow, InputField | 'labelIds' | 'rank' | 'completedAt' | 'fields'>>;

/** What one request changes in one ticket. */
export interface TicketChange {
  ticketId: string;
  /** The fields that are sent to the server. */
  patch: TicketPatch;
  /** The fields that are shown until the answer. */
  shown: RowPatch;
  /** The texts, with their version, that this person read before changing them. */
  base?: TextBase;
}

export interface TextBase {
  version: number;
  title?: string;
  description?: string;
}

/** A change that the server has not settled yet: one request, sent now or later. */
export type Entry = {
  /** Also its Idempotency-Key. */
  id: string;
  madeAtMs: number;
  summary: string;
  /** How often it was sent. After the first time its content is fixed, so that a repeated POST has the same body. */
  attempts: number;
} & (
  | { kind: 'change'; changes: TicketChange[] }
  | { kind: 'create'; fields: NewTicket; row: TicketRow }
  | { kind: 'place'; ticketId: string; place: Place; shown: RowPatch }
  | { kind: 'delete'; ticketId: string }
  | { kind: 'restore'; ticketId: string; row: TicketRow | undefined }
  /** The id of the entry is that of the comment too. `parentId` is the thread in which it replies. */
  | { kind: 'comment'; ticketId: string; content: string; parentId?: string }
);

export type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

export function ticketsOf(entry: Entry): string[] {
  if (entry.kind === 'change') return entry.changes.map(({ ticketId }) => ticketId);
  return [entry.kind === 'create' ? entry.row.id : entry.ticketId];
}

/** The other tickets that the entry refers to. Their earlier entries must be settled before it is sent. */
export function prerequisitesOf(entry: Entry): string[] {
  const refs =
    entry.kind === 'create'
      ? [entry.fields.parentId]
      : entry.kind === 'change'
        ? entry.changes.map(({ patch }) => patch.parentId)
        : entry.kind === 'place'
          ? [entry.place.after, entry.place.before]
          : [];
  return refs.filter((id) => typeof id === 'string');
}

/** How many changes of a person wait: where a new ticket is put is part of creating it. */
export function countChanges(entries: readonly Entry[]): number {
  const created = new Set(entries.flatMap((entry) => (entry.kind === 'create' ? [entry.row.id] : [])));
  return entries.filter((entry) => entry.kind !== 'place' || !created.has(entry.ticketId)).length;
}

/** The row as shown: the confirmed row with the entries of the ticket applied in order. */
export function compose(
  confirmed: TicketRow | undefined,
  id: string,
  entries: readonly Entry[],
): TicketRow | undefined {
  let row = confirmed;
  let isDeleted = false;
  for (const entry of entries) {
    if (entry.kind === 'create') row ??= entry.row;
    else if (entry.kind === 'delete') isDeleted = true;
    else if (entry.kind === 'restore') {
      row ??= entry.row;
      isDeleted = false;
    } else if (row && entry.kind !== 'comment') {
      const shown =
        entry.kind === 'place' ? entry.shown : entry.changes.find(({ ticketId }) => ticketId === id)?.shown;
      if (shown) row = applyPatch(row, shown, entry.madeAtMs);
    }
  }
  return isDeleted ? undefined : row;
}

function applyPatch(row: TicketRow, patch: RowPatch, madeAtMs: number): TicketRow {
  const next = { ...row, ...patch };
  const madeAt = new Date(madeAtMs).toISOString();
  // Every change except of the manual order moves the ticket to the front of lists sorted by time.
  if (madeAt > row.updatedAt && Object.keys(patch).some((field) => field !== 'rank')) next.updatedAt = madeAt;
  // As on the server: an own status belongs to one status.
  if (patch.status !== undefined && patch.status !== row.status && patch.ownStatusId === undefined)
    next.ownStatusId = null;
  if (patch.status !== undefined) next.completedAt = completionAfter(row, patch.status, madeAt);
  return next;
}

/**
 * Adds an entry. It is merged into the last entry of the same ticket if that has the same kind and is not being sent: a
 * person who cycles through five statuses sends one.
 */
export function addEntry(
  entries: readonly Entry[],
  entry: Entry,
  isBeingSent: (entry: Entry) => boolean,
): Entry[] {
  const tickets = ticketsOf(entry);
  const [ticketId] = tickets;
  const last =
    tickets.length === 1 && ticketId !== undefined
      ? entries.findLast((other) => ticketsOf(other).includes(ticketId))
      : undefined;
  const merged = last && !isBeingSent(last) ? merge(last, entry) : undefined;
  return merged ? entries.map((other) => (other === last ? merged : other)) : [...entries, entry];
}

function merge(first: Entry, second: Entry): Entry | undefined {
  const { summary } = second;
  if (first.kind === 'change' && second.kind === 'change' && first.changes.length === 1) {
    const [one, other] = [first.changes[0], second.changes[0]];
    if (!one || !other) return undefined;
    const base = one.base || other.base ? { base: { ...other.base, ...one.base } as TextBase } : {};
    const change = {
      ticketId: one.ticketId,
      patch: { ...one.patch, ...other.patch, ...bothFields(one.patch, other.patch) },
      shown: { ...one.shown, ...other.shown },
    };
    return { ...first, summary, changes: [{ ...change, ...base }] };
  }
  if (first.kind === 'place' && second.kind === 'place') {
    const place = {
      ...second.place,
      ...stepOf(second.place.status === undefined ? first.place : second.place),
    };
    return { ...first, summary, place, shown: { ...first.shown, ...second.shown } };
  }
  if (first.kind === 'create' && second.kind === 'change' && first.attempts === 0) {
    const change = second.changes[0];
    if (!change) return undefined;
    const fields = { ...first.fields, ...change.patch, ...bothFields(first.fields, change.patch) };
    return { ...first, fields, row: applyPatch(first.row, change.shown, first.madeAtMs) };
  }
  return undefined;
}

/** The status of a place, with its own status. */
export const stepOf = ({
  status,
  ownStatusId,
}: {
  status?: TicketRow['status'] | undefined;
  ownStatusId?: string | null | undefined;
}) => ({
  ...(status !== undefined && { status }),
  ...(ownStatusId !== undefined && { ownStatusId }),
});

const bothFields = (one: TicketPatch, other: TicketPatch) =>
  one.fields && other.fields ? { fields: { ...one.fields, ...other.fields } } : {};

/**
 * Removes labels and groups from the entry that were deleted since it was made, because the server would refuse the
 * whole entry. An entry that was sent before stays as it is, because a repeated POST must have the same body.
 */
export function withoutDeletedParts(entry: Entry, isDeleted: (id: string) => boolean): Entry {
  if (entry.attempts > 0) return entry;
  if (entry.kind === 'create') return { ...entry, fields: cleaned(entry.fields, isDeleted) };
  if (entry.kind !== 'change') return entry;
  const changes = entry.changes.map((change) => ({ ...change, patch: cleaned(change.patch, isDeleted) }));
  return { ...entry, changes };
}

function cleaned<Fields extends TicketPatch>(fields: Fields, isDeleted: (id: string) => boolean): Fields {
  const kept = { ...fields };
  for (const name of groupFields) if (isDeleted(fields[name] ?? '')) kept[name] = null;
  if (fields.labelIds) kept.labelIds = fields.labelIds.filter((id) => !isDeleted(id));
  return kept;
}
