import { eventsBehind } from '../../events/index.ts';
import { type Queries, statement } from '../../platform/db/index.ts';

/** Events that the search index has not reached. */
export const findUnindexedEvents = eventsBehind('search_cursor');

const waitingForRebuild = statement<{ max: number }, { waiting: number }>(`
  select count(*) as waiting from (select 1 as one from search_backlog limit :max) behind`);
export const countUnindexedTickets = async (queries: Queries, max: number) =>
  (await queries.find(waitingForRebuild, { max }))?.waiting ?? 0;
