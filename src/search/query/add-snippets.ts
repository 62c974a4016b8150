import type { Database } from '../../platform/db/index.ts';
import { type listTicketRowsById, ticketKey } from '../../tickets/index.ts';
import { cutFromPassages, cutSnippets, type TicketPassages } from './cut-snippets.ts';
import { type Passage, passageCharactersMax, type Snippet } from './snippet.ts';

type Row = Awaited<ReturnType<typeof listTicketRowsById>>[number];

// Searching this many takes about 1 ms. Sending them to a worker thread and back takes half as long.
const charactersOnMainThreadMax = 20_000;

/** Adds a snippet to each ticket that shows where the words occur. */
export async function addSnippets(db: Database, rows: Row[], words: string[]) {
  const tickets = rows.map((row) => ({ id: row.id, passages: listPassages(row) }));
  const snippets = areShort(tickets) ? await cutFromPassages(tickets, words) : new Map<string, Snippet>();
  const without = tickets.filter(({ id }) => !snippets.has(id));
  if (without.length > 0) {
    const cut = await db.runOnWorker(cutSnippets, { tickets: without, words });
    for (const [id, snippet] of cut) snippets.set(id, snippet);
  }
  return rows.map((row) => ({ ...row, snippet: snippets.get(row.id) ?? titleSnippet(row) }));
}

const areShort = (tickets: TicketPassages[]) =>
  tickets.flatMap(({ passages }) => passages).reduce((sum, { text }) => sum + text.length, 0) <=
  charactersOnMainThreadMax;

function listPassages({ title, description, projectKey, number }: Row): Passage[] {
  const key = ticketKey(projectKey, number);
  return [
    { field: 'title', text: title },
    ...(description
      ? [{ field: 'description', text: description.slice(0, passageCharactersMax) } as const]
      : []),
    ...(key ? [{ field: 'key', text: key } as const] : []),
  ];
}

/** For a ticket whose words are beyond the searched part of its text, or were removed meanwhile. */
const titleSnippet = ({ title }: Row): Snippet => ({ field: 'title', text: title, ranges: [] });
