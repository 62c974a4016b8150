import type { EventRow } from '../events/index.ts';
import type { Database } from '../platform/db/index.ts';
import { findViewEntries } from '../views/index.ts';
import { type Payload, viewEntry } from './notification-kinds.ts';
import { notificationData, type PlannedNotification } from './plan-notifications.ts';

/**
 * The notifications of people who are subscribed to a view that a ticket entered. They come after the others of the same
 * events: a person gets one notification of an event, and an assignment says more.
 */
export async function planViewEntries(
  db: Database,
  now: number,
  events: readonly EventRow[],
): Promise<PlannedNotification[]> {
  const entries = await findViewEntries(db, { now: () => now }, events);
  return entries.map(({ event, userId, view }) => {
    const payload = JSON.parse(event.data) as Payload;
    const text = viewEntry.sentence(payload, view.name);
    const data = notificationData(event, payload, text, { view });
    return { event, userId, kind: viewEntry.kind, mail: viewEntry.mail, data };
  });
}
