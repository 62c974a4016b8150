import { rankDigits } from '../../sdk/ticket-rules.ts';

/**
 * A rank is a fraction between 0 and 1, written as the digits after the point in base 62, so that comparing texts
 * compares the numbers. The server itself chooses the rank of a placed ticket; this one shows the ticket at its place until
 * the answer arrives. Without `low` it comes first, without `high` last.
 */
export function rankBetween(low: string | undefined, high: string | undefined): string {
  let rank = '';
  for (let position = 0; ; position++) {
    const from = valueAt(low, position, 0);
    // Once the rank is below the prefix of `high`, every further digit is allowed.
    const isBelowHigh = high === undefined || rank < high.slice(0, position);
    const to = isBelowHigh ? rankDigits.length : valueAt(high, position, 0);
    if (to - from > 1) return rank + rankDigits[Math.floor((from + to) / 2)];
    rank += rankDigits[from];
    // The ranks are equal or in the wrong order, so nothing is between them.
    if (position > 200) return `${low ?? ''}V`;
  }
}

const valueAt = (rank: string | undefined, position: number, absent: number) =>
  rank === undefined || position >= rank.length ? absent : rankDigits.indexOf(rank.charAt(position));
