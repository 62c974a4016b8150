import type { Columns } from '../active-row.ts';

/** The fields by which a board can be split into swimlanes. */
export type LaneField = 'assignee' | 'parent' | 'group';
export const laneFields = ['assignee', 'parent', 'group'] as const satisfies readonly LaneField[];

export const isLaneField = (value: unknown): value is LaneField =>
  (laneFields as readonly unknown[]).includes(value);

/** A row of the board. Its cells are in the order of the columns. */
export interface Lane {
  /** The person, parent or group; null for tickets without one. */
  value: string | null;
  cells: Columns;
  count: number;
}

/** Splits columns into swimlanes. A cell has the order of its column; the swimlane without a value comes last. */
export function splitIntoLanes(
  columns: Columns,
  laneOf: (id: string) => string | null,
  compare: (a: string, b: string) => number,
): Lane[] {
  const lanes = new Map<string | null, { cells: string[][]; count: number }>();
  for (const [column, ids] of columns.entries()) {
    for (const id of ids) {
      const value = laneOf(id);
      let lane = lanes.get(value);
      if (!lane) {
        lane = { cells: columns.map(() => []), count: 0 };
        lanes.set(value, lane);
      }
      lane.cells[column]?.push(id);
      lane.count++;
    }
  }
  return [...lanes]
    .map(([value, lane]) => ({ value, ...lane }))
    .sort((a, b) => (a.value === null ? 1 : b.value === null ? -1 : compare(a.value, b.value)));
}

/** The columns of a board with swimlanes, for arrow keys: the cells of a status below each other. */
export const columnsOfLanes = (lanes: readonly Lane[], count: number): Columns =>
  Array.from({ length: count }, (_, column) => lanes.flatMap(({ cells }) => cells[column] ?? []));
