import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventRow } from '../events/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import {
  factsBefore,
  filterMatching,
  matchesFacts,
  parseStoredQuery,
  type TicketFacts,
} from '../tickets/index.ts';
import { findActor, scopeWithoutRequest } from '../users/index.ts';
import { type Subscription, toQuery } from './view.ts';
import { canReadView } from './view-access.ts';
import { findView, listSubscriptions } from './view-store.ts';

/** A ticket that a change brought into a view to which somebody is subscribed. */
export interface ViewEntry {
  event: EventRow;
  userId: string;
  view: { id: string; name: string };
}

interface TicketChange {
  event: EventRow;
  ticketId: string;
  after: TicketFacts;
  /** Undefined for a new ticket. */
  before: TicketFacts | undefined;
}

/** So many subscriptions are compared with a batch of events, the oldest first. */
const subscriptionsPerBatch = 1_000;
const credential = { kind: 'session', id: 'view subscription' } as const;

/**
 * Finds the views that tickets entered by these events, for everybody who is subscribed. One statement if nobody is.
 * A ticket enters if the view has it now, had it after the event as far as that shows, and did not have it before.
 */
export async function findViewEntries(
  db: Database,
  clock: Clock,
  events: readonly EventRow[],
): Promise<ViewEntry[]> {
  const changes = events.flatMap(toChange);
  if (changes.length === 0) return [];
  const projectIds = [...new Set(changes.flatMap(({ event }) => event.projectId ?? []))];
  const subscriptions = await listSubscriptions(db.reads, { projectIds, limit: subscriptionsPerBatch });
  const entries: ViewEntry[] = [];
  for (const subscription of subscriptions) {
    const possible = changes.filter((change) => mayConcern(change, subscription));
    if (possible.length === 0) continue;
    entries.push(...(await entriesOf(db, clock, subscription, possible)));
    await nextTurn();
  }
  return entries;
}

function toChange(event: EventRow): TicketChange[] {
  const { type, ticketId } = event;
  if (ticketId === null || (type !== 'ticket.created' && type !== 'ticket.updated')) return [];
  const { ticket, changes } = JSON.parse(event.data) as {
    ticket: TicketFacts;
    changes?: Record<string, { from: unknown }>;
  };
  const before = type === 'ticket.created' ? undefined : factsBefore(ticket, changes ?? {});
  return [{ event, ticketId, after: ticket, before }];
}

/** Nobody is notified of their own changes. */
const mayConcern = (
  { event }: TicketChange,
  { userId, subscribedAt, projectId, workspaceId }: Subscription,
) =>
  event.actorId !== userId &&
  event.occurredAt >= subscribedAt &&
  (projectId === null || projectId === event.projectId) &&
  (workspaceId === null || workspaceId === event.workspaceId);

async function entriesOf(
  db: Database,
  clock: Clock,
  { userId, viewId }: Subscription,
  changes: readonly TicketChange[],
): Promise<ViewEntry[]> {
  const actor = await findActor(db.reads, userId, credential);
  const view = actor && (await findView(db.reads, { id: viewId, userId }));
  if (!view || view.projectStatus === 'deleted' || !canReadView(actor, view)) return [];
  const scope = scopeWithoutRequest(db, clock, actor);
  const listing = await parseStoredQuery(scope, toQuery(view));
  const entered = changes.filter(
    ({ before, after }) =>
      matchesFacts(listing.filter, after) !== false &&
      (before === undefined || matchesFacts(listing.filter, before) === false),
  );
  const found = await filterMatching(scope, listing, [...new Set(entered.map(({ ticketId }) => ticketId))]);
  return entered
    .filter(({ ticketId }) => found.has(ticketId))
    .map(({ event }) => ({ event, userId, view: { id: view.id, name: view.name } }));
}
