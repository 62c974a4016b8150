import type { RangeFilter, ValueFilter } from '../fields/ticket-filters.ts';

/** The homes to search: those whose tickets the user sees all, and those where they see only their own. */
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

/** From `from` on and before `before`: moments, or hundredths of numbers. `none` selects only tickets without a value. */
export interface FieldRange {
  from?: number | undefined;
  before?: number | undefined;
  none?: true | undefined;
}

/**
 * For each field, the values of which a ticket must have one; `none` matches tickets without a value. A list query may
 * also name parents by key.
 */
type ValueFilters = { [N in ValueFilter]?: string[] | undefined };
type RangeFilters = { [N in RangeFilter]?: FieldRange | undefined };

/** The tickets of a list. An absent part excludes none. */
export interface TicketFilter extends ValueFilters, RangeFilters {
  /** Selects open tickets that no open ticket blocks. */
  ready?: true | undefined;
  /** Selects open tickets that were due before this moment. */
  overdueAt?: number | undefined;
  /** Selects tickets after this one in the order of creation, created at `until` or before. */
  createdAfter?:
    | { after: { createdAt: number; id: string }; order: 'asc' | 'desc'; until: number }
    | undefined;
  /** Case-folded words, all of which the ticket contains. */
  words?: string[] | undefined;
  /** The condition for the same words, from the search index. */
  found?: TicketCondition | undefined;
  /** Restricts the tickets to these homes, in addition to what the user may see. */
  inHomes?: string[] | undefined;
  /** Selects tickets with such a value of a custom field. */
  fieldValues?: FieldCondition | undefined;
  /** Alternatives and negations, which the other parts cannot express. All parts must apply. */
  tree?: FilterTree | undefined;
}

/** Filters combined by and, or and not. */
export type FilterTree =
  | { all: FilterTree[] }
  | { any: FilterTree[] }
  | { not: FilterTree }
  | { is: Omit<TicketFilter, 'createdAfter' | 'tree'> };

/** Replaces each filter in a tree. */
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

/** Lists all filters in a tree. */
function filtersIn(tree: FilterTree): TicketFilter[] {
  if ('is' in tree) return [tree.is];
  if ('not' in tree) return filtersIn(tree.not);
  return ('all' in tree ? tree.all : tree.any).flatMap(filtersIn);
}

/** True if texts of tickets must be searched. */
export const asksForWords = ({ words, tree }: TicketFilter): boolean =>
  Boolean(words?.length) || (tree !== undefined && filtersIn(tree).some((filter) => filter.words?.length));

// With more filters, reading the tickets of a small home takes longer than 1 ms.
const quickFiltersMax = 8;
/** True if checking a ticket is so cheap that a small home may be read on the main thread. */
export const isQuickToCheck = ({ tree }: TicketFilter) =>
  tree === undefined || filtersIn(tree).length <= quickFiltersMax;

/** A value of one of these fields: one of the texts, a text with all words, or a number in the range. If empty, any. */
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

/** The value of a filter that matches tickets without a value. No id is this word. */
export const noValue = 'none';

/** An empty list of values matches nothing; an empty list of words excludes nothing. */
export const isFiltered = ({ words, ...values }: TicketFilter) =>
  Boolean(words?.length) || Object.values(values).some((part) => part !== undefined);
