import { ticketFilters } from '../../../sdk/ticket-fields.ts';
import { type ChoiceField, plainFields, rankFields } from '../../parts/ticket-words.ts';
import type { TicketRow } from '../../replica/index.ts';

/** The fields of a ticket that have a picker. A field with an id has the name of its filter. */
export type FieldName =
  | ChoiceField
  | 'assignee'
  | 'labels'
  | 'group'
  | 'milestone'
  | 'dueDate'
  | 'parent'
  | 'project';

/** In the order of the panel. */
export const panelFields: readonly FieldName[] = [
  'status',
  ...rankFields,
  'assignee',
  'labels',
  'dueDate',
  'group',
  'milestone',
  ...plainFields,
  'parent',
  'project',
];

/** The field of rows that has the value. */
export function rowFieldOf(field: FieldName) {
  if (field === 'labels') return 'labelIds';
  return field === 'dueDate' ? field : ticketFilters[field].field;
}

/** The value that all rows share, or that they differ. */
export function commonValue<T>(
  rows: readonly TicketRow[],
  read: (row: TicketRow) => T,
): { value: T } | 'several' | undefined {
  const [first, ...others] = rows;
  if (!first) return undefined;
  const value = read(first);
  return others.every((row) => read(row) === value) ? { value } : 'several';
}

/** How many of the rows have a label, for its checkbox. */
export function labelState(rows: readonly TicketRow[], labelId: string): 'all' | 'some' | 'none' {
  const count = rows.filter((row) => row.labelIds.includes(labelId)).length;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
}
