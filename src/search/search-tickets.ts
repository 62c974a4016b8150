import { fold } from '../platform/fold.ts';
import { findVisibleHomes, listTicketRowsById, searchWords } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { addSnippets } from './add-snippets.ts';
import { findAsTyped } from './find-as-typed.ts';
import { findMisspelt } from './find-misspelt.ts';
import { planSearch } from './plan-search.ts';
import { findByKey } from './ticket-search-store.ts';

export interface TicketSearch {
  text: string;
  projects?: string[] | undefined;
  statuses?: string[] | undefined;
  limit: number;
}

export async function searchTickets({ db, actor }: Scope, { text, projects, statuses, limit }: TicketSearch) {
  const words = searchWords(text);
  const [homes, plan] = await Promise.all([
    findVisibleHomes(db.reads, actor, projects),
    planSearch(db, words),
  ]);
  const looking = { homes, statuses };
  const asTyped = await findAsTyped(db, looking, words, plan, limit);
  const { hits, total, meant } =
    asTyped.total > 0 ? { ...asTyped, meant: words } : await findMisspelt(db, looking, words, limit);
  const exact = total > 0 ? await findByKey(db.heavyReads, looking, fold(text.trim())) : undefined;
  const ids = new Set([...(exact ? [exact.id] : []), ...hits.map(({ id }) => id)]);
  const rows = await listTicketRowsById(db.reads, [...ids].slice(0, limit));
  return { rows: await addSnippets(db.reads, rows, meant), total };
}
