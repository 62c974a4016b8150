import type { Columns } from '../active-row.ts';

/** The fields by which a board can be split into swimlanes. */
export type SwimlaneField = 'assignee' | 'parent' | 'group';
export const swimlaneFields = ['assignee', 'parent', 'group'] as const satisfies readonly SwimlaneField[];

export const isSwimlaneField = (value: unknown): value is SwimlaneField =>
  (swimlaneFields as readonly unknown[]).includes(value);

/** A row of the board. Its cells are in the order of the columns. */
export interface Swimlane {
  /** The person, parent or group; null for tickets without one. */
  value: string | null;
  cells: Columns;
  count: number;
}

/** Splits columns into swimlanes. A cell has the order of its column; the swimlane without a value comes last. */
export function splitIntoSwimlanes(
  columns: Columns,
  swimlaneOf: (id: string) => string | null,
  compare: (a: string, b: string) => number,
): Swimlane[] {
  const swimlanes = new Map<string | null, { cells: string[][]; count: number }>();
  for (const [column, ids] of columns.entries()) {
    for (const id of ids) {
      const value = swimlaneOf(id);
      let swimlane = swimlanes.get(value);
      if (!swimlane) {
        swimlane = { cells: columns.map(() => []), count: 0 };
        swimlanes.set(value, swimlane);
      }
      swimlane.cells[column]?.push(id);
      swimlane.count++;
    }
  }
  return [...swimlanes]
    .map(([value, swimlane]) => ({ value, ...swimlane }))
    .sort((a, b) => (a.value === null ? 1 : b.value === null ? -1 : compare(a.value, b.value)));
}

/** The columns of a board with swimlanes, for arrow keys: the cells of a status below each other. */
export const columnsOfSwimlanes = (swimlanes: readonly Swimlane[], count: number): Columns =>
  Array.from({ length: count }, (_, column) => swimlanes.flatMap(({ cells }) => cells[column] ?? []));
