import { dynamicStatement, type Queries } from '../platform/db/index.ts';
import { type listTicketRowsById, searchParams, ticketKey } from '../tickets/index.ts';
import { type Passage, type Snippet, snippetOf } from './snippet.ts';

type Row = Awaited<ReturnType<typeof listTicketRowsById>>[number];

const wordsMax = 20;
const commentsMax = 100;

/** Shows for each ticket where the words stand in it; the comments are read where nothing else holds any. */
export async function addSnippets(queries: Queries, rows: Row[], allWords: string[]) {
  const words = allWords.slice(0, wordsMax);
  const snippets = new Map(rows.map((row) => [row.id, snippetOf(passagesOf(row), words)]));
  const open = rows.map(({ id }) => id).filter((id) => !snippets.get(id));
  if (open.length > 0) {
    for (const { ticketId, content } of await listComments(queries, open, words)) {
      const snippet = snippetOf([{ field: 'comment', text: content }], words);
      if (snippet && !snippets.get(ticketId)) snippets.set(ticketId, snippet);
    }
  }
  return rows.map((row) => ({ ...row, snippet: snippets.get(row.id) ?? startOf(row) }));
}

function passagesOf({ title, description, projectKey, number }: Row): Passage[] {
  const key = ticketKey(projectKey, number);
  return [
    { field: 'title', text: title },
    ...(description ? [{ field: 'description', text: description } as const] : []),
    ...(key ? [{ field: 'key', text: key } as const] : []),
  ];
}

/** Where the words are too far inside, or gone since. */
const startOf = ({ title }: Row): Snippet => ({ field: 'title', text: title, ranges: [] });

function listComments(queries: Queries, ids: string[], words: string[]) {
  const anyWord = words.map((_, i) => `content_folded like :word${i} escape '!'`).join(' or ');
  const shape = dynamicStatement<object, { ticketId: string; content: string }>(`
    select ticket_id as "ticketId", content from comments where ticket_id in :ids[] and (${anyWord})
    order by created_at desc limit ${commentsMax}`);
  return queries.list(shape, { ids, ...searchParams(words) });
}
