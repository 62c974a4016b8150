import {
  type FilterName,
  filterNames,
  flagFilters,
  isDate,
  isDateFilter,
  isFilterValue,
  isListFilter,
  valuesOf,
} from '../ticket-search.ts';

const shownLength = 80;

/** The values of an address that no filter can have. `parseTicketSearch` leaves them out. */
export const listIgnoredValues = (raw: Record<string, unknown>): { name: FilterName; value: string }[] =>
  filterNames.flatMap((name) =>
    (typeof raw[name] === 'boolean' ? [] : valuesOf(raw[name]))
      .filter((value) => isWrong(name, value))
      .map((value) => ({ name, value: value.slice(0, shownLength) })),
  );

function isWrong(name: FilterName, value: string): boolean {
  if (isListFilter(name)) return !isFilterValue(name, value);
  if (isDateFilter(name)) return !isDate(value);
  return (flagFilters as readonly string[]).includes(name) && value !== 'true' && value !== 'false';
}
