import type { TicketRow } from '../types.ts';
import type { Compare, Predicate } from '../views/match.ts';

/** Finds the first rows in order and counts all matches, without sorting the others. */
export function selectFirst(
  rows: Iterable<TicketRow>,
  matches: Predicate,
  compare: Compare,
  count: number,
): { first: TicketRow[]; total: number } {
  // Collects up to twice the wanted number, then sorts and drops the second half.
  let kept: TicketRow[] = [];
  let last: TicketRow | undefined;
  let total = 0;
  for (const row of rows) {
    if (!matches(row)) continue;
    total++;
    if (last && compare(row, last) > 0) continue;
    kept.push(row);
    if (kept.length < 2 * count) continue;
    kept = kept.sort(compare).slice(0, count);
    last = kept.at(-1);
  }
  return { first: kept.sort(compare).slice(0, count), total };
}
