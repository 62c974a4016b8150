import { invalid } from '../../platform/errors.ts';
import type { Scope } from '../../users/index.ts';
import type { FilterTree, TicketFilter } from '../lists/ticket-filter.ts';
import { checkFilter } from './check-filter.ts';
import { FilterProblem } from './filter-problem.ts';
import { parseFilter } from './filter-syntax.ts';

export interface ParseOptions {
  /** If true, names that no longer exist match nothing instead of making the filter invalid. */
  areUnknownNamesAllowed?: boolean;
}

/** Adds the conditions of a filter text to a plain filter. An invalid text is refused with the column of the problem. */
export async function parseTicketFilter(
  scope: Scope,
  text: string | undefined,
  plain: TicketFilter,
  { areUnknownNamesAllowed = false }: ParseOptions = {},
): Promise<TicketFilter> {
  if (!text?.trim()) return plain;
  try {
    return addConditions(plain, await checkFilter(scope, parseFilter(text), { areUnknownNamesAllowed }));
  } catch (error) {
    throw error instanceof FilterProblem ? invalid({ filter: [error.located] }) : error;
  }
}

/** Moves conditions that must all apply into the plain filter, unless it has such a part already. */
function addConditions(plain: TicketFilter, tree: FilterTree): TicketFilter {
  const filter = { ...plain };
  const rest: FilterTree[] = [];
  for (const part of listConjuncts(tree)) {
    if ('is' in part && isFreeFor(filter, part.is)) Object.assign(filter, part.is);
    else rest.push(part);
  }
  return rest.length > 0 ? { ...filter, tree: { all: rest } } : filter;
}

const listConjuncts = (tree: FilterTree): FilterTree[] =>
  'all' in tree ? tree.all.flatMap(listConjuncts) : [tree];

const isFreeFor = (filter: TicketFilter, part: TicketFilter) =>
  Object.keys(part).every((name) => filter[name as keyof TicketFilter] === undefined);
