import { ticketFilters } from '../../../sdk/ticket-fields.ts';
import { statusValue } from '../../parts/own-statuses.ts';
import type { TicketRow } from '../../replica/index.ts';
import type { Grouping } from '../ticket-search.ts';

export const noValue = 'none';

/** The value that decides the group of a row. A ticket with several labels is in the group of the first. */
export function groupValueOf(
  row: TicketRow,
  groupBy: Grouping,
  labelOrder: ReadonlyMap<string, number>,
): string {
  if (groupBy === 'none') return noValue;
  if (groupBy === 'label') return firstLabel(row.labelIds, labelOrder) ?? noValue;
  if (groupBy === 'status') return statusValue(row);
  return row[ticketFilters[groupBy].field] ?? noValue;
}

/** Groups the ordered ids. The groups are in the order of `values`, then of appearance. */
export function groupIds(
  ids: readonly string[],
  valueOfId: (id: string) => string | undefined,
  values: readonly string[],
): { value: string; ids: string[] }[] {
  const groups = new Map<string, string[]>(values.map((value) => [value, []]));
  for (const id of ids) {
    const value = valueOfId(id) ?? noValue;
    const group = groups.get(value);
    if (group) group.push(id);
    else groups.set(value, [id]);
  }
  // Tickets without a value come last.
  const found = [...groups]
    .filter(([, { length }]) => length > 0)
    .map(([value, list]) => ({ value, ids: list }));
  return [
    ...found.filter(({ value }) => value !== noValue),
    ...found.filter(({ value }) => value === noValue),
  ];
}

const firstLabel = (ids: readonly string[], order: ReadonlyMap<string, number>) =>
  ids.toSorted((a, b) => (order.get(a) ?? Infinity) - (order.get(b) ?? Infinity))[0];
