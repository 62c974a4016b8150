import type { TicketRow } from '../../replica/index.ts';

const shownMax = 20;

/** Held tickets whose key or title has every word, the exact key first; without words the latest of the project. */
export function findHeld(
  rows: Iterable<TicketRow>,
  text: string,
  projectId: string | undefined,
): TicketRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches: TicketRow[] = [];
  for (const row of rows) {
    if (words.length === 0 && projectId !== undefined && row.projectId !== projectId) continue;
    const name = `${row.key ?? ''} ${row.title}`.toLowerCase();
    if (words.every((word) => name.includes(word))) matches.push(row);
  }
  const key = text.trim().toLowerCase();
  matches.sort((a, b) => rankOf(b, key) - rankOf(a, key) || b.updatedAt.localeCompare(a.updatedAt));
  return matches.slice(0, shownMax);
}

const rankOf = ({ key, title }: TicketRow, typed: string) =>
  key?.toLowerCase() === typed ? 2 : title.toLowerCase().startsWith(typed) ? 1 : 0;

/** What the server found is added at the end, so that nothing moves under the pointer. */
export function mergeFound(held: readonly TicketRow[], found: readonly TicketRow[]): TicketRow[] {
  const ids = new Set(held.map(({ id }) => id));
  return [...held, ...found.filter(({ id }) => !ids.has(id))].slice(0, shownMax * 2);
}
