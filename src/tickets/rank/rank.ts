import { rankDigits, rankTimeLength } from '../fields/ticket-rules.ts';

/**
 * A rank is a fraction between 0 and 1, written as the digits after the point in base 62. Between two ranks there
 * is always room for another.
 */
const base = BigInt(rankDigits.length);
const valueOfDigit = new Map([...rankDigits].map((digit, value) => [digit, BigInt(value)]));

/** Beyond this length, the neighbours get new ranks. */
export const rankLengthMax = 64;

/** The values of the digits, by character code. */
const digitValues: number[] = [];
for (const [value, digit] of [...rankDigits].entries()) digitValues[digit.charCodeAt(0)] = value;

/** True if `rankAt` would make this rank. Called for each ticket of large loads, so it builds no text. */
export function isRankAt(rank: string, atMs: number, id: string): boolean {
  if (rank.length !== rankTimeLength + 7 || !rank.endsWith(id.slice(19, 23))) return false;
  let time = 0;
  for (let at = 0; at < rankTimeLength; at++) {
    time = time * rankDigits.length + (digitValues[rank.charCodeAt(at)] ?? Number.NaN);
  }
  return time === atMs && rank.startsWith(id.slice(15, 18), rankTimeLength);
}

// A rank before the first or after the last differs from it by half of this in the digits of the time.
const openEndMs = 1_000n;

/**
 * Returns `count` ranks between two others, in ascending order and evenly spread; without `low` before the first rank,
 * without `high` after the last. Returns undefined if no ranks of at most `rankLengthMax` digits fit.
 */
export function ranksBetween(
  low: string | undefined,
  high: string | undefined,
  count: number,
): string[] | undefined {
  const from = low ?? (high === undefined ? '' : write(rankTime(high) - openEndMs, rankTimeLength));
  const to = high ?? (low === undefined ? undefined : write(rankTime(low) + openEndMs, rankTimeLength));
  for (let length = 1; length <= rankLengthMax; length++) {
    const first = prefixValue(from, length) + 1n;
    const room = lastBelow(to, length) - first + 1n;
    // Four numbers for each rank, so that later ranks fit in between.
    if (room >= 4n * BigInt(count)) return spread(first, room, count, length);
  }
  return undefined;
}

export const rankBetween = (low: string | undefined, high: string | undefined) =>
  ranksBetween(low, high, 1)?.[0];

/** A rank after the last and, if there is room, before every rank with a later time. */
export const rankAfterLast = (last: string) =>
  rankBetween(last, write(rankTime(last) + 1n, rankTimeLength)) ?? rankBetween(last, undefined);

function spread(first: bigint, room: bigint, count: number, length: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const value = first + (BigInt(2 * index + 1) * room) / BigInt(2 * count);
    // No rank ends with 0: between `5` and `50` there is no other.
    return write(value % base === 0n ? value + 1n : value, length);
  });
}

/** The largest number of `length` digits whose rank comes before `high`. */
function lastBelow(high: string | undefined, length: number): bigint {
  if (high === undefined) return base ** BigInt(length) - 1n;
  // A prefix of a longer rank comes before it.
  return high.length > length ? prefixValue(high, length) : prefixValue(high, length) - 1n;
}

const rankTime = (rank: string) => prefixValue(rank, rankTimeLength);

/** The first digits as a number. A shorter rank continues with zeros. */
function prefixValue(rank: string, length: number): bigint {
  let value = 0n;
  for (const digit of rank.slice(0, length).padEnd(length, '0')) {
    value = value * base + (valueOfDigit.get(digit) ?? 0n);
  }
  return value;
}

function write(value: bigint, length: number): string {
  const largest = base ** BigInt(length) - 1n;
  let rest = value < 0n ? 0n : value > largest ? largest : value;
  let text = '';
  for (let position = 0; position < length; position++) {
    text = `${rankDigits[Number(rest % base)]}${text}`;
    rest /= base;
  }
  return text;
}
