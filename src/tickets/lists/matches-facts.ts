import { type TicketField, ticketFields } from '../fields/ticket-fields.ts';
import { rangeFilters, ticketFilters, valueFilters } from '../fields/ticket-filters.ts';
import { type FieldRange, type FilterTree, noValue, type TicketFilter } from './ticket-filter.ts';

/** The ticket of an event: its fields in the form of answers, absent ones are null, and its labels. */
export type TicketFacts = Readonly<Record<string, unknown>>;

/** What a ticket was before a change. */
export const factsBefore = (
  facts: TicketFacts,
  changes: Readonly<Record<string, { from: unknown }>>,
): TicketFacts => ({
  ...facts,
  ...Object.fromEntries(Object.entries(changes).map(([name, { from }]) => [name, from])),
});

/**
 * Whether a filter finds a ticket with these facts. Undefined: it depends on what the facts do not have, such as its
 * text, its blockers, own fields and the present time.
 */
export function matchesFacts({ tree, ...plain }: TicketFilter, facts: TicketFacts): boolean | undefined {
  return every([matchesPlain(plain, facts), tree === undefined ? true : matchesTree(tree, facts)]);
}

function matchesTree(tree: FilterTree, facts: TicketFacts): boolean | undefined {
  if ('is' in tree) return matchesFacts(tree.is, facts);
  if ('not' in tree) return opposite(matchesTree(tree.not, facts));
  if ('all' in tree) return every(tree.all.map((part) => matchesTree(part, facts)));
  return opposite(every(tree.any.map((part) => opposite(matchesTree(part, facts)))));
}

function matchesPlain(filter: TicketFilter, facts: TicketFacts): boolean | undefined {
  const { words, ready, overdueAt, found, inHomes, fieldValues } = filter;
  const isUnknown =
    words?.length || [ready, overdueAt, found, inHomes, fieldValues].some((part) => part !== undefined);
  return every([
    ...valueFilters.map((name) => {
      const wanted = filter[name];
      return wanted === undefined || hasOneOf(valuesOf(facts, ticketFilters[name].field), wanted);
    }),
    ...rangeFilters.map((name) => {
      const field = ticketFilters[name].field as TicketField;
      return isInRange(numberOf(field, facts[field]), filter[name]);
    }),
    isUnknown ? undefined : true,
  ]);
}

/** Without a field the filter is that of labels. */
function valuesOf(facts: TicketFacts, field: TicketField | undefined): unknown[] {
  const value = facts[field ?? 'labelIds'];
  return Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
}

const hasOneOf = (values: unknown[], wanted: readonly string[]) =>
  values.length === 0 ? wanted.includes(noValue) : values.some((value) => wanted.includes(String(value)));

/** Moments in milliseconds, numbers in hundredths, as in `FieldRange`. */
function numberOf(field: TicketField, value: unknown): number | undefined {
  if (value === null || value === undefined) return undefined;
  return ticketFields[field].kind === 'instant' ? Date.parse(String(value)) : Math.round(Number(value) * 100);
}

function isInRange(value: number | undefined, range: FieldRange | undefined): boolean {
  if (!range) return true;
  const { from, before, none } = range;
  if (none && value !== undefined) return false;
  if (from === undefined && before === undefined) return true;
  return value !== undefined && value >= (from ?? -Infinity) && value < (before ?? Infinity);
}

/** False if one is false, undefined if one of the others is. */
function every(parts: readonly (boolean | undefined)[]): boolean | undefined {
  if (parts.includes(false)) return false;
  return parts.includes(undefined) ? undefined : true;
}

const opposite = (is: boolean | undefined) => (is === undefined ? undefined : !is);
