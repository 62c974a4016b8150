import type { Static, TSchema } from 'typebox';
import type { ActivityFeed, EventType } from '../events/index.ts';
import { forgottenText, isForgotten, listEventsBy } from '../events/index.ts';
import { type Queries, readsForPage } from '../platform/db/index.ts';
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

/** What the list needs of the tickets module, which is above this one. */
export interface ActivityAccess {
  /** Says whether the user may still see what a stored text is about. */
  findReadable: (
    queries: Queries,
    userId: string,
    subjects: readonly { ticketId: string | null; projectId: string | null }[],
  ) => Promise<(subject: { ticketId: string | null; projectId: string | null }) => boolean>;
  lostAccessText: string;
}

/**
 * Lists the events that the actor caused, newest first, with the sentences of the event catalogue. Of what the actor
 * may no longer see, only the kind of the event is shown.
 */
export async function listActivity(
  { db, actor }: Scope,
  catalogue: readonly EventType[],
  { findReadable, lostAccessText }: ActivityAccess,
  feed: ActivityFeed | undefined,
  page: Page,
): Promise<ListedRows<Activity>> {
  const shown = catalogue.filter(
    ({ activity }) => activity && (feed === undefined || activity.feed === feed),
  );
  const names = shown.map(({ name }) => name);
  // Events of a rare feed may be far apart in the log, so the scan runs on a worker thread.
  const queries = feed === undefined ? readsForPage(db, page) : db.workerReads;
  const { rows: events, ...rest } = await listEventsBy(queries, actor.userId, names, page);
  const types = new Map(shown.map((type) => [type.name, type]));
  // A review is what the actor did at the code host; it quotes no ticket and no project.
  const isOfReview = (name: string) => types.get(name)?.activity?.feed === 'review';
  const subjects = events.filter(({ type }) => !isOfReview(type));
  const isReadable = await findReadable(queries, actor.userId, subjects);
  const rows = events.map(({ id, type: name, occurredAt, projectId, ticketId, data }): Activity => {
    const type = types.get(name) as EventType & { activity: NonNullable<EventType['activity']> };
    const isLost = !isOfReview(name) && !isReadable({ ticketId, projectId });
    if (isLost || isForgotten(data)) {
      const text = isLost ? lostAccessText : capitalised(forgottenText);
      return {
        id,
        type: type.activity.feed,
        action: type.activity.action,
        entityId: ticketId ?? projectId ?? '',
        entityTitle: text,
        description: text,
        createdAt: occurredAt,
        metadata: { event: name },
      };
    }
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
