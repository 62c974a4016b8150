import type { Static, TSchema } from 'typebox';
import type { ActivityFeed, EventType } from '../events/index.ts';
import { listEventsBy } from '../events/index.ts';
import { readsForPage } from '../platform/db/index.ts';
import type { ListedRows, Page } from '../platform/paging.ts';
import type { Scope } from './scope.ts';

export interface Activity {
  id: string;
  type: ActivityFeed;
  action: string;
  entityId: string;
  entityTitle: string;
  description: string;
  createdAt: number;
  metadata: { event: string; projectId?: string; ticketId?: string; changes?: unknown };
}

/** The events that the actor caused, newest first, with the sentences of the event catalogue. */
export async function listActivity(
  { db, actor }: Scope,
  catalogue: readonly EventType[],
  feed: ActivityFeed | undefined,
  page: Page,
): Promise<ListedRows<Activity>> {
  const shown = catalogue.filter(
    ({ activity }) => activity && (feed === undefined || activity.feed === feed),
  );
  const names = shown.map(({ name }) => name);
  // The events of a rare feed may lie far apart among the others.
  const queries = feed === undefined ? readsForPage(db, page) : db.workerReads;
  const { rows: events, ...rest } = await listEventsBy(queries, actor.userId, names, page);
  const types = new Map(shown.map((type) => [type.name, type]));
  const rows = events.map(({ id, type: name, occurredAt, projectId, ticketId, data }): Activity => {
    const type = types.get(name) as EventType & { activity: NonNullable<EventType['activity']> };
    const payload = JSON.parse(data) as Static<TSchema> & { changes?: unknown };
    const entity = type.activity.entity(payload);
    return {
      id,
      type: type.activity.feed,
      action: type.activity.action,
      entityId: entity.id,
      entityTitle: entity.title,
      description: capitalised(type.sentence(payload)),
      createdAt: occurredAt,
      metadata: {
        event: name,
        ...(projectId !== null && { projectId }),
        ...(ticketId !== null && { ticketId }),
        ...(payload.changes !== undefined && { changes: payload.changes }),
      },
    };
  });
  return { rows, ...rest };
}

const capitalised = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);
