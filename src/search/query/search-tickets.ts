import { invalidCursor } from '../../platform/cursor.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Page, SortValues } from '../../platform/paging.ts';
import { listCompactRowsById, listTicketRowsById, parseTicketKey, searchWords } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import { addSnippets } from './add-snippets.ts';
import { findTickets } from './find-tickets.ts';
import { buildSearchScope, buildWordQuery } from './search-query.ts';
import { searchVisibleHomes } from './search-visible-homes.ts';
import type { Hit } from './ticket-search-store.ts';

export interface TicketSearch {
  text: string;
  projects?: string[] | undefined;
  statuses?: string[] | undefined;
  page: Page;
}

/** Finds tickets as items with snippets. */
export async function searchTickets(scope: Scope, search: TicketSearch) {
  const { ids, highlightWords, ...found } = await findIds(scope, search);
  if (ids.length === 0) return { rows: [], ...found };
  const rows = await listTicketRowsById(scope.db.reads, ids);
  return { rows: await addSnippets(scope.db, rows, highlightWords), ...found };
}

/** Finds the same tickets as compact rows without snippets, which would need the descriptions. */
export async function searchTicketsAsRows(scope: Scope, search: TicketSearch) {
  const { ids, highlightWords: _, ...found } = await findIds(scope, search);
  return { rows: await listCompactRowsById(scope.db.reads, ids), ...found };
}

const findIds = (scope: Scope, { text, projects, statuses, page }: TicketSearch) =>
  searchVisibleHomes(scope, projects, (homes) =>
    scope.db.runOnWorker(findTickets, {
      query: buildWordQuery(searchWords(text)),
      scope: buildSearchScope(homes, statuses),
      key: parseTicketKey(foldCase(text.trim())),
      originalKey: foldCase(text.trim()),
      window: { offset: page.offset, limit: page.limit, after: page.after && parsePosition(page.after) },
    }),
  );

function parsePosition([inTitle, updatedAt, id, ...rest]: SortValues): Hit {
  const fits = typeof inTitle === 'number' && typeof updatedAt === 'number' && typeof id === 'string';
  if (!fits || rest.length > 0) throw invalidCursor();
  return { inTitle, updatedAt, id };
}
