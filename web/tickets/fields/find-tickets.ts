import type { TicketRow } from '../../replica/index.ts';

const shownMax = 20;

/** Cached tickets whose key or title contains every word, the exact key first; without words, the latest of the project. */
export function findCached(
  rows: Iterable<TicketRow>,
  text: string,
  projectId: string | undefined,
): TicketRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const typed = text.trim().toLowerCase();
  // Only the best matches are kept in order, because sorting all of a large project takes longer than a frame.
  const best: Match[] = [];
  for (const row of rows) {
    if (words.length === 0 && projectId !== undefined && row.projectId !== projectId) continue;
    const rank = words.length === 0 ? 0 : rankOf(row, words, typed);
    if (rank === undefined) continue;
    const match = { row, rank };
    const last = best.at(shownMax - 1);
    if (last && !isBefore(match, last)) continue;
    const place = best.findIndex((other) => isBefore(match, other));
    best.splice(place < 0 ? best.length : place, 0, match);
    if (best.length > shownMax) best.pop();
  }
  return best.map(({ row }) => row);
}

interface Match {
  row: TicketRow;
  rank: number;
}

const isBefore = (a: Match, b: Match) =>
  a.rank === b.rank ? a.row.updatedAt > b.row.updatedAt : a.rank > b.rank;

/** Returns undefined if a word is missing. */
function rankOf({ key, title }: TicketRow, words: string[], typed: string): number | undefined {
  const name = `${key ?? ''} ${title}`.toLowerCase();
  if (!words.every((word) => name.includes(word))) return undefined;
  if (key?.toLowerCase() === typed) return 2;
  return title.toLowerCase().startsWith(typed) ? 1 : 0;
}

/** Appends what the server found, so that nothing moves under the pointer. */
export function mergeFound(cached: readonly TicketRow[], found: readonly TicketRow[]): TicketRow[] {
  const ids = new Set(cached.map(({ id }) => id));
  return [...cached, ...found.filter(({ id }) => !ids.has(id))].slice(0, shownMax * 2);
}
