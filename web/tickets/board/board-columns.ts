import { type OwnStatus, statusPatch } from '../../parts/own-statuses.ts';
import type { TicketPatch, TicketRow } from '../../replica/index.ts';
import { groupValueOf, noValue } from '../list/group-tickets.ts';
import { type BoardField, isOwnField, ownFieldId } from '../ticket-search.ts';

/** The column of a ticket, by the value of the field that the board's columns are. */
export function columnValue(
  row: TicketRow,
  field: BoardField,
  labelOrder: ReadonlyMap<string, number>,
): string {
  if (!isOwnField(field)) return groupValueOf(row, field, labelOrder);
  const value = row.fields?.[ownFieldId(field)];
  return typeof value === 'string' && value ? value : noValue;
}

/**
 * What brings a ticket into a column. A ticket is in the column of its first label, so the labels before that of the
 * column are removed.
 */
export function columnPatch(
  row: TicketRow,
  field: BoardField,
  value: string,
  labelOrder: ReadonlyMap<string, number>,
  statuses?: readonly OwnStatus[],
): TicketPatch {
  const chosen = value === noValue ? null : value;
  if (isOwnField(field)) return { fields: { [ownFieldId(field)]: chosen } };
  if (field === 'assignee') return { assigneeId: chosen };
  if (field === 'group') return { groupId: chosen };
  if (field === 'project') return { projectId: chosen };
  if (field === 'status') return statusPatch(value, statuses);
  if (field !== 'label') return { [field]: value } as TicketPatch;
  if (chosen === null) return { labelIds: [] };
  const place = (id: string) => labelOrder.get(id) ?? Number.POSITIVE_INFINITY;
  const kept = row.labelIds.filter((id) => id !== chosen && place(id) > place(chosen));
  return { labelIds: [...kept, chosen].sort() };
}

/** Ids by column, in the order of `values`; what is in none of them is left out. */
export function splitIntoColumns(
  ids: readonly string[],
  columnOfId: (id: string) => string | undefined,
  values: readonly string[],
): string[][] {
  const places = new Map(values.map((value, index) => [value, index]));
  const columns: string[][] = values.map(() => []);
  for (const id of ids) {
    const place = places.get(columnOfId(id) ?? noValue);
    if (place !== undefined) columns[place]?.push(id);
  }
  return columns;
}
