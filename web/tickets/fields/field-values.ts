import { ticketFilters } from '../../../sdk/ticket-fields.ts';
import { type ChoiceField, plainFields, rankFields } from '../../parts/ticket-words.ts';
import type { TicketRow } from '../../replica/index.ts';

/** The fields of a ticket that have a picker: an id is called as its filter. */
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

/** Where rows have the value of a field. */
export function rowFieldOf(field: FieldName) {
  if (field === 'labels') return 'labelIds';
  return field === 'dueDate' ? field : ticketFilters[field].field;
}

/** The value that all rows have, or that they differ. */
export function commonValue<T>(
  rows: readonly TicketRow[],
  read: (row: TicketRow) => T,
): { value: T } | 'several' | undefined {
  const [first, ...others] = rows;
  if (!first) return undefined;
  const value = read(first);
  return others.every((row) => read(row) === value) ? { value } : 'several';
}

/** On how many of the rows a label is: what its checkbox shows. */
export function labelState(rows: readonly TicketRow[], labelId: string): 'all' | 'some' | 'none' {
  const count = rows.filter((row) => row.labelIds.includes(labelId)).length;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
}
