/**
 * A rank is a fraction between 0 and 1, written as the digits after the point in base 62, so that comparing texts
 * compares the numbers. The server itself chooses the rank of a placed ticket; these functions show the ticket at its
 * place until the answer arrives.
 */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A rank between two others. Without `low` it comes first, without `high` last. */
export function rankBetween(low: string | undefined, high: string | undefined): string {
  let rank = '';
  for (let position = 0; ; position++) {
    const from = valueAt(low, position, 0);
    // Once the rank is below the prefix of `high`, every further digit is allowed.
    const isBelowHigh = high === undefined || rank < high.slice(0, position);
    const to = isBelowHigh ? digits.length : valueAt(high, position, 0);
    if (to - from > 1) return rank + digits[Math.floor((from + to) / 2)];
    rank += digits[from];
    // The ranks are equal or in the wrong order, so nothing is between them.
    if (position > 200) return `${low ?? ''}V`;
  }
}

const valueAt = (rank: string | undefined, position: number, absent: number) =>
  rank === undefined || position >= rank.length ? absent : digits.indexOf(rank.charAt(position));

/** The rank of a new ticket, which comes last: its time, then its id for tickets of the same millisecond. */
export function rankAt(atMs: number, id: string): string {
  let time = '';
  for (let rest = atMs; time.length < 8; rest = Math.floor(rest / 62)) time = digits.charAt(rest % 62) + time;
  return `${time}${id.slice(15, 18)}${id.slice(19, 23)}`;
}
