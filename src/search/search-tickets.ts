import { fold } from '../platform/fold.ts';
import { findVisibleHomes, listTicketRowsById, searchWords } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { searchTicketIds } from './ticket-search-store.ts';

export interface TicketSearch {
  text: string;
  projects?: string[] | undefined;
  statuses?: string[] | undefined;
  limit: number;
}

export async function searchTickets({ db, actor }: Scope, { text, projects, statuses, limit }: TicketSearch) {
  const homes = await findVisibleHomes(db.reads, actor, projects);
  const hits = await searchTicketIds(db.heavyReads, homes, {
    words: searchWords(text),
    text: fold(text.trim()),
    statuses,
    limit,
  });
  const rows = await listTicketRowsById(
    db.reads,
    hits.map((hit) => hit.id),
  );
  return { rows, total: hits[0]?.total ?? 0 };
}
