import type { TicketRow } from '../../replica/index.ts';

export const stages = ['PLANNING', 'DEVELOPMENT', 'TESTING', 'DEPLOYMENT', 'COMPLETED'] as const;

/** The fields of a ticket that have a picker. */
export type FieldName =
  | 'status'
  | 'priority'
  | 'type'
  | 'assignee'
  | 'labels'
  | 'group'
  | 'milestone'
  | 'dueDate'
  | 'parent'
  | 'stage'
  | 'project';

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

export const isClosed = ({ status }: Pick<TicketRow, 'status'>) =>
  status === 'done' || status === 'cancelled';
