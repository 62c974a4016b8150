import type { Page } from '../platform/paging.ts';
import { canReadProject, getProjectFor } from '../projects/index.ts';
import type { Scope } from '../users/index.ts';
import { type CompletedTicket, listCompletedTickets as listRows } from './completed-tickets-store.ts';
import { parseDays, type SeriesQuery } from './get-project-series.ts';
import { zoneOfQuery } from './query-zone.ts';

export type CompletedTicketRow = CompletedTicket;

/** The tickets completed on the days of the query, newest first: the points of a cycle-time chart. */
export async function listCompletedTickets(scope: Scope, ref: string, query: SeriesQuery, page: Page) {
  const { db, actor, clock } = scope;
  const { id: projectId, key: projectKey } = await getProjectFor(db.reads, actor, ref, canReadProject);
  const zone = await zoneOfQuery(scope, query.timezone);
  const { startsMs } = parseDays(query, zone, clock.now());
  const window = { projectId, start: startsMs[0] as number, end: startsMs.at(-1) as number };
  const { rows, ...rest } = await listRows(db.workerReads, window, page);
  return { rows: rows.map((ticket) => ({ ...ticket, projectKey })), ...rest };
}
