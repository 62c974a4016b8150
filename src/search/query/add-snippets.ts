import type { Database } from '../../platform/db/index.ts';
import { type listTicketRowsById, ticketKey } from '../../tickets/index.ts';
import { cutSnippets } from './cut-snippets.ts';
import { type Passage, passageLettersMax, type Snippet } from './snippet.ts';

type Row = Awaited<ReturnType<typeof listTicketRowsById>>[number];

/** Shows for each ticket where the words stand in it. */
export async function addSnippets(db: Database, rows: Row[], words: string[]) {
  if (rows.length === 0) return [];
  const tickets = rows.map((row) => ({ id: row.id, passages: passagesOf(row) }));
  const snippets = await db.runOnWorker(cutSnippets, { tickets, words });
  return rows.map((row) => ({ ...row, snippet: snippets.get(row.id) ?? startOf(row) }));
}

function passagesOf({ title, description, projectKey, number }: Row): Passage[] {
  const key = ticketKey(projectKey, number);
  return [
    { field: 'title', text: title },
    ...(description
      ? [{ field: 'description', text: description.slice(0, passageLettersMax) } as const]
      : []),
    ...(key ? [{ field: 'key', text: key } as const] : []),
  ];
}

/** Where the words are too far inside, or gone since. */
const startOf = ({ title }: Row): Snippet => ({ field: 'title', text: title, ranges: [] });
