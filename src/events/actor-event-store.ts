import { byRowNumber, listPage, pagedList, type Queries } from '../platform/db/index.ts';
import type { Page } from '../platform/paging.ts';
import { countActivity } from './event-count-store.ts';
import { actorEventColumns, type EventRow } from './event-store.ts';

type ActorEvent = Omit<EventRow, 'xid'>;

const byActor = pagedList<{ actorId: string; types: string[] }, ActorEvent>({
  columns: actorEventColumns,
  from: 'events',
  owner: { column: 'actor_id', param: 'actorId' },
  where: 'type in :types[]',
  sort: [byRowNumber('seq', 'desc', ({ seq }) => seq)],
});

/** Lists the events of an actor, newest first. */
export const listEventsBy = (queries: Queries, actorId: string, types: string[], page: Page) =>
  listPage(queries, byActor, { actorId, types }, page, () => countActivity(queries, actorId, types));
