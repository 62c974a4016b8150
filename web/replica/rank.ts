/**
 * A rank is a fraction between 0 and 1, written as the digits after the point in base 62; comparing texts compares the
 * numbers. The server chooses the rank of a placed ticket itself; these show it in its place until the answer comes.
 */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A rank between two others; without `low` before the first, without `high` after the last. */
export function rankBetween(low: string | undefined, high: string | undefined): string {
  let rank = '';
  for (let position = 0; ; position++) {
    const from = valueAt(low, position, 0);
    // Once the rank is less than the prefix of `high`, everything after it is free.
    const isBelowHigh = high === undefined || rank < high.slice(0, position);
    const to = isBelowHigh ? digits.length : valueAt(high, position, 0);
    if (to - from > 1) return rank + digits[Math.floor((from + to) / 2)];
    rank += digits[from];
    // The texts are equal or in the wrong order: there is nothing between them.
    if (position > 200) return `${low ?? ''}V`;
  }
}

const valueAt = (rank: string | undefined, position: number, absent: number) =>
  rank === undefined || position >= rank.length ? absent : digits.indexOf(rank.charAt(position));

/** The rank of a new ticket, which comes last: the time, and what orders tickets of the same millisecond. */
export function rankAt(atMs: number, id: string): string {
  let time = '';
  for (let rest = atMs; time.length < 8; rest = Math.floor(rest / 62)) time = digits.charAt(rest % 62) + time;
  return `${time}${id.slice(15, 18)}${id.slice(19, 23)}`;
}
