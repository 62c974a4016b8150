import { foldCase } from '../../platform/fold-case.ts';
import { findVisibleHomes, listTicketRowsById, parseTicketKey, searchWords } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import { addSnippets } from './add-snippets.ts';
import { findTickets } from './find-tickets.ts';
import { buildSearchScope, buildWordQuery } from './search-query.ts';

export interface TicketSearch {
  text: string;
  projects?: string[] | undefined;
  statuses?: string[] | undefined;
  limit: number;
}

export async function searchTickets({ db, actor }: Scope, { text, projects, statuses, limit }: TicketSearch) {
  const words = searchWords(text);
  const homes = await findVisibleHomes(db.reads, actor, projects);
  const { ids, total, highlightWords, waiting } = await db.runOnWorker(findTickets, {
    query: buildWordQuery(words),
    scope: buildSearchScope(homes, statuses),
    key: parseTicketKey(foldCase(text.trim())),
    limit,
  });
  const rows = await listTicketRowsById(db.reads, ids);
  return { rows: await addSnippets(db, rows, highlightWords), total, waiting };
}
