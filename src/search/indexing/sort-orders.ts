import { absentSortValue } from '../../platform/paging.ts';

/** The key of a ticket without a value. It comes last in both directions. */
export const absentKey = absentSortValue;

/** The orders in which lists of tickets are sorted: the column of `search_documents` with the key, and the key of the ticket `t`. */
export const sortOrders = {
  createdAt: { column: 'created_at', ofTicket: 't.created_at' },
  updatedAt: { column: 'updated_at', ofTicket: 't.updated_at' },
  dueDate: { column: 'due_date', ofTicket: `coalesce(t.due_date, ${absentKey})` },
  priority: { column: 'priority_rank', ofTicket: 't.priority_rank' },
  status: { column: 'status_rank', ofTicket: 't.status_rank' },
  title: { column: 'title', ofTicket: 't.title_folded' },
  rank: { column: 'rank', ofTicket: 't.rank' },
  estimate: { column: 'estimate', ofTicket: `coalesce(t.estimate_hundredths, ${absentKey})` },
} as const;
export type SortOrder = keyof typeof sortOrders;
export const sortOrderNames = Object.keys(sortOrders) as SortOrder[];
export type Direction = 'asc' | 'desc';

/** Whether tickets may have no key in the order. */
export const hasAbsentKeys = (sort: SortOrder) => sort === 'dueDate' || sort === 'estimate';

export type SortKey = number | string;

/** Where a ticket stands in an order: its key, and its id among tickets with the same key. */
export interface Position {
  key: SortKey;
  id: string;
}

export function comparePositions(a: Position, b: Position): number {
  return compareKeys(a.key, b.key) || compareBytewise(a.id, b.id);
}

/** How a list in this direction compares positions. */
export const comparatorOf = (direction: Direction) =>
  direction === 'asc' ? comparePositions : compareDescending;

function compareDescending(a: Position, b: Position): number {
  const isAbsent = a.key === absentKey;
  if (isAbsent !== (b.key === absentKey)) return isAbsent ? 1 : -1;
  return comparePositions(b, a);
}

const compareKeys = (a: SortKey, b: SortKey) =>
  typeof a === 'number' ? a - (b as number) : compareBytewise(a, b as string);

/** As both engines compare: by UTF-8 bytes. JavaScript compares UTF-16 units, which places U+E000 … U+FFFF differently. */
export function compareBytewise(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const unitOfA = a.charCodeAt(i);
    const unitOfB = b.charCodeAt(i);
    if (unitOfA !== unitOfB) return rankOfUnit(unitOfA) - rankOfUnit(unitOfB);
  }
  return a.length - b.length;
}

/** Surrogates are parts of characters beyond U+FFFF, so they rank above all other units. */
const rankOfUnit = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
