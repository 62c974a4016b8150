import { eventsBehind } from '../../events/index.ts';
import { sql } from '../../platform/db/index.ts';

/** Counts the events that the search index has not reached. */
export const findUnindexedEvents = eventsBehind('search_cursor');

export const countUnindexedTickets = sql.count<{ max: number }, { waiting: number }>(`
  select count(*) as waiting from (select 1 as one from search_backlog limit :max) behind`);
