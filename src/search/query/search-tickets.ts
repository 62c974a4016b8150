import { foldCase } from '../../platform/fold-case.ts';
import { listCompactRowsById, listTicketRowsById, parseTicketKey, searchWords } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import { addSnippets } from './add-snippets.ts';
import { findTickets } from './find-tickets.ts';
import { buildSearchScope, buildWordQuery } from './search-query.ts';
import { searchVisibleHomes } from './search-visible-homes.ts';

export interface TicketSearch {
  text: string;
  projects?: string[] | undefined;
  statuses?: string[] | undefined;
  limit: number;
}

/** Items with snippets. */
export async function searchTickets(scope: Scope, search: TicketSearch) {
  const { ids, total, highlightWords, waiting } = await findIds(scope, search);
  if (ids.length === 0) return { rows: [], total, waiting };
  const rows = await listTicketRowsById(scope.db.reads, ids);
  return { rows: await addSnippets(scope.db, rows, highlightWords), total, waiting };
}

/** The same tickets as compact rows, without snippets, which would need the descriptions. */
export async function searchTicketsAsRows(scope: Scope, search: TicketSearch) {
  const { ids, total, waiting } = await findIds(scope, search);
  return { rows: await listCompactRowsById(scope.db.reads, ids), total, waiting };
}

const findIds = (scope: Scope, { text, projects, statuses, limit }: TicketSearch) =>
  searchVisibleHomes(scope, projects, (homes) =>
    scope.db.runOnWorker(findTickets, {
      query: buildWordQuery(searchWords(text)),
      scope: buildSearchScope(homes, statuses),
      key: parseTicketKey(foldCase(text.trim())),
      originalKey: foldCase(text.trim()),
      limit,
    }),
  );
