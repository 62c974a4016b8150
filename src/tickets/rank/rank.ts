/**
 * A rank is a fraction between 0 and 1, written as the digits after the point in base 62. ASCII has these digits in ascending
 * order, so comparing ranks byte by byte compares the numbers, and between two ranks there is always room for another.
 */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = BigInt(digits.length);
const valueOfDigit = new Map([...digits].map((digit, value) => [digit, BigInt(value)]));

/** Beyond this length, the neighbours get new ranks. */
export const rankLengthMax = 64;

const timeLength = 8;

/**
 * The rank of a ticket that comes last: its time, then a part of its id for tickets of the same millisecond. Migration
 * 0030 gave it to the tickets that existed before.
 */
export function rankAt(atMs: number, id: string): string {
  // Every new ticket needs one; plain numbers are ten times as fast as `write`.
  let rest = atMs;
  for (let at = timeLength - 1; at >= 0; at--) {
    codes[at] = digits.charCodeAt(rest % digits.length);
    rest = Math.floor(rest / digits.length);
  }
  for (let at = 0; at < 7; at++) codes[timeLength + at] = id.charCodeAt(at < 3 ? 15 + at : 16 + at);
  // Made at once, as ids are: JSON.stringify is slow with a text that is joined from parts.
  return String.fromCharCode(...codes);
}

const codes: number[] = Array(timeLength + 7).fill(0);

/** The values of the digits, by character code. */
const digitValues: number[] = [];
for (const [value, digit] of [...digits].entries()) digitValues[digit.charCodeAt(0)] = value;

/** True if `rankAt` would make this rank. Called for each ticket of large loads, so it builds no text. */
export function isRankAt(rank: string, atMs: number, id: string): boolean {
  if (rank.length !== timeLength + 7 || !rank.endsWith(id.slice(19, 23))) return false;
  let time = 0;
  for (let at = 0; at < timeLength; at++) {
    time = time * digits.length + (digitValues[rank.charCodeAt(at)] ?? Number.NaN);
  }
  return time === atMs && rank.startsWith(id.slice(15, 18), timeLength);
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
  const from = low ?? (high === undefined ? '' : write(rankTime(high) - openEndMs, timeLength));
  const to = high ?? (low === undefined ? undefined : write(rankTime(low) + openEndMs, timeLength));
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
  rankBetween(last, write(rankTime(last) + 1n, timeLength)) ?? rankBetween(last, undefined);

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

const rankTime = (rank: string) => prefixValue(rank, timeLength);

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
    text = `${digits[Number(rest % base)]}${text}`;
    rest /= base;
  }
  return text;
}
