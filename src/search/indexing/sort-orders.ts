import { absentSortValue } from '../../platform/paging.ts';
import { orderFields } from './indexed-fields.ts';

/** The key of a ticket without a value, which comes last in both directions. */
export const absentKey = absentSortValue;

export type SortOrder = keyof typeof orderFields;
export const sortOrderNames = Object.keys(orderFields) as SortOrder[];

/** True if tickets may have no key in the order. */
export const hasAbsentKeys = (sort: SortOrder) => 'mayBeAbsent' in orderFields[sort];

/** The SQL for the sort key of the ticket `t`. */
export const ticketKeySql = (sort: SortOrder) =>
  hasAbsentKeys(sort) ? `coalesce(${orderFields[sort].ofTicket}, ${absentKey})` : orderFields[sort].ofTicket;
export type Direction = 'asc' | 'desc';

export type SortKey = number | string;

/** The position of a ticket in an order: its key, and its id among tickets with the same key. */
export interface Position {
  key: SortKey;
  id: string;
}

export function comparePositions(a: Position, b: Position): number {
  return compareKeys(a.key, b.key) || compareBytewise(a.id, b.id);
}

/** The comparator of positions for a list in this direction. */
export const newComparator = (direction: Direction) =>
  direction === 'asc' ? comparePositions : compareDescending;

function compareDescending(a: Position, b: Position): number {
  const isAbsent = a.key === absentKey;
  if (isAbsent !== (b.key === absentKey)) return isAbsent ? 1 : -1;
  return comparePositions(b, a);
}

const compareKeys = (a: SortKey, b: SortKey) =>
  typeof a === 'number' ? a - (b as number) : compareBytewise(a, b as string);

/** Compares by UTF-8 bytes, as both engines do. JavaScript compares UTF-16 units and sorts U+E000 … U+FFFF differently. */
export function compareBytewise(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const unitOfA = a.charCodeAt(i);
    const unitOfB = b.charCodeAt(i);
    if (unitOfA !== unitOfB) return rankOfUnit(unitOfA) - rankOfUnit(unitOfB);
  }
  return a.length - b.length;
}

/** Ranks surrogates, the parts of characters beyond U+FFFF, above all other units. */
const rankOfUnit = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
