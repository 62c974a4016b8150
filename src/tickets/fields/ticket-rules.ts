/** ASCII has these digits in ascending order, so comparing ranks byte by byte compares the numbers. */
export const rankDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const rankTimeLength = 8;

/**
 * The rank of a ticket that comes last: its time, then a part of its id for tickets of the same millisecond. Migration
 * 0030 gave it to the tickets that existed before.
 */
export function rankAt(atMs: number, id: string): string {
  // Every new ticket needs one; plain numbers are ten times as fast as `write` in rank.ts.
  let rest = atMs;
  for (let at = rankTimeLength - 1; at >= 0; at--) {
    codes[at] = rankDigits.charCodeAt(rest % rankDigits.length);
    rest = Math.floor(rest / rankDigits.length);
  }
  for (let at = 0; at < 7; at++) codes[rankTimeLength + at] = id.charCodeAt(at < 3 ? 15 + at : 16 + at);
  // Made at once, as ids are: JSON.stringify is slow with a text that is joined from parts.
  return String.fromCharCode(...codes);
}

const codes: number[] = Array(rankTimeLength + 7).fill(0);

/**
 * Any status may follow any other. `completedAt` is the time at which the ticket became `done`; in other statuses it is
 * null.
 */
export function completionAfter<Moment>(
  ticket: { status: string; completedAt: Moment | null },
  next: string,
  now: Moment,
): Moment | null {
  if (next !== 'done') return null;
  return ticket.status === 'done' ? ticket.completedAt : now;
}
