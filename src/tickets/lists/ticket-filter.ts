import type { RangeFilter, ValueFilter } from '../fields/ticket-filters.ts';

/** Where to find tickets: homes of which the user sees every ticket, and homes of which only those they report or are assigned. */
export interface Homes {
  whole: string[];
  guest: string[];
  userId: string;
}

/** A condition on the ticket `t`, with the values that it binds. */
export interface TicketCondition {
  sql: string;
  params: Record<string, string | number | string[]>;
}

/** From `from` on, and before `before`: moments, or hundredths of numbers. `none`: only tickets without a value. */
export interface FieldRange {
  from?: number | undefined;
  before?: number | undefined;
  none?: true | undefined;
}

/**
 * For each field the values of which a ticket has one, and `none` for tickets without a value. A list query may name
 * parents by key, too.
 */
type ValueFilters = { [N in ValueFilter]?: string[] | undefined };
type RangeFilters = { [N in RangeFilter]?: FieldRange | undefined };

/** Which tickets a list contains; an absent part excludes none. */
export interface TicketFilter extends ValueFilters, RangeFilters {
  /** Only open tickets that no open ticket blocks. */
  ready?: true | undefined;
  /** Only open tickets that were due before this moment. */
  overdueAt?: number | undefined;
  /** Only tickets after this one in the order of creation, and created at `until` or before. */
  createdAfter?:
    | { after: { createdAt: number; id: string }; order: 'asc' | 'desc'; until: number }
    | undefined;
  /** Case-folded words, each of which the ticket contains. */
  words?: string[] | undefined;
  /** The same words as the search index answers them. */
  found?: TicketCondition | undefined;
  /** Tickets of these homes; it restricts further, and shows nobody a home that they cannot see. */
  inHomes?: string[] | undefined;
  /** Only tickets with such a value of an own field. */
  fieldValues?: FieldCondition | undefined;
  /** What cannot be said by the other parts, which all have to apply: alternatives and negations. */
  tree?: FilterTree | undefined;
}

/** Filters combined by and, or and not. */
export type FilterTree =
  | { all: FilterTree[] }
  | { any: FilterTree[] }
  | { not: FilterTree }
  | { is: Omit<TicketFilter, 'createdAfter' | 'tree'> };

/** The tree with each of its filters replaced. */
export async function mapFilters(
  tree: FilterTree,
  replace: (filter: TicketFilter) => Promise<TicketFilter>,
): Promise<FilterTree> {
  if ('is' in tree) return { is: await replace(tree.is) };
  if ('not' in tree) return { not: await mapFilters(tree.not, replace) };
  const parts: FilterTree[] = [];
  for (const part of 'all' in tree ? tree.all : tree.any) parts.push(await mapFilters(part, replace));
  return 'all' in tree ? { all: parts } : { any: parts };
}

/** All filters of a tree. */
function filtersIn(tree: FilterTree): TicketFilter[] {
  if ('is' in tree) return [tree.is];
  if ('not' in tree) return filtersIn(tree.not);
  return ('all' in tree ? tree.all : tree.any).flatMap(filtersIn);
}

/** Whether texts of tickets have to be searched. */
export const asksForWords = ({ words, tree }: TicketFilter): boolean =>
  Boolean(words?.length) || (tree !== undefined && filtersIn(tree).some((filter) => filter.words?.length));

// With more of them, the tickets of small homes take longer than 1 ms to read.
const quickFiltersMax = 8;
/** Whether checking a ticket takes so little that a small home may be read on the main thread. */
export const isQuickToCheck = ({ tree }: TicketFilter) =>
  tree === undefined || filtersIn(tree).length <= quickFiltersMax;

/** A value of one of these fields: one of the texts, a text with all words, or a number within the bounds; without any, any value. */
export interface FieldCondition {
  fieldIds: string[];
  texts?: string[];
  /** Case-folded. */
  words?: string[];
  atLeast?: number;
  moreThan?: number;
  atMost?: number;
  lessThan?: number;
}

/** Among the values of a filter: tickets that have no value. No id is this word. */
export const noValue = 'none';

/** An empty list of values matches nothing; one of words excludes nothing. */
export const isFiltered = ({ words, ...values }: TicketFilter) =>
  Boolean(words?.length) || Object.values(values).some((part) => part !== undefined);
