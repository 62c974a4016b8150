import type { Database } from '../../platform/db/index.ts';
import { type listTicketRowsById, ticketKey } from '../../tickets/index.ts';
import { cutSnippets } from './cut-snippets.ts';
import { type Passage, passageCharactersMax, type Snippet } from './snippet.ts';

type Row = Awaited<ReturnType<typeof listTicketRowsById>>[number];

/** Adds to each ticket a snippet that shows where the words occur. */
export async function addSnippets(db: Database, rows: Row[], words: string[]) {
  if (rows.length === 0) return [];
  const tickets = rows.map((row) => ({ id: row.id, passages: passagesOf(row) }));
  const snippets = await db.runOnWorker(cutSnippets, { tickets, words });
  return rows.map((row) => ({ ...row, snippet: snippets.get(row.id) ?? titleSnippet(row) }));
}

function passagesOf({ title, description, projectKey, number }: Row): Passage[] {
  const key = ticketKey(projectKey, number);
  return [
    { field: 'title', text: title },
    ...(description
      ? [{ field: 'description', text: description.slice(0, passageCharactersMax) } as const]
      : []),
    ...(key ? [{ field: 'key', text: key } as const] : []),
  ];
}

/** For a ticket whose words lie beyond the searched part of its text, or were removed meanwhile. */
const titleSnippet = ({ title }: Row): Snippet => ({ field: 'title', text: title, ranges: [] });
