import { dayMs } from '../platform/clock.ts';
import { type Database, readsForPage } from '../platform/db/index.ts';
import { notFound } from '../platform/errors.ts';
import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import { hideUnreadable } from './hide-unreadable.ts';
import type { Notification } from './notification.ts';
import * as store from './notification-store.ts';

const readKeptMs = 90 * dayMs;
const keptMs = 365 * dayMs;

export async function listNotifications(
  { db, actor }: Scope,
  { onlyUnread, ticketId }: { onlyUnread: boolean; ticketId?: string | undefined },
  page: Page,
) {
  const { userId } = actor;
  const reads = readsForPage(db, page);
  const [listed, unreadCount] = await Promise.all([
    ticketId === undefined
      ? store.listNotificationRows(reads, userId, onlyUnread, page)
      : store.listTicketNotificationRows(reads, userId, ticketId, onlyUnread, page),
    store.countUnreadNotifications(db.reads, userId),
  ]);
  return { ...listed, rows: await hideUnreadable(db.reads, userId, listed.rows), unreadCount };
}

/** How many unread notifications of each kind the actor has. */
export async function countUnreadByKind({ db, actor }: Scope): Promise<ReadonlyMap<string, number>> {
  const rows = await store.countUnreadByKind(db.workerReads, { userId: actor.userId });
  return new Map(rows.map(({ kind, total }) => [kind, total]));
}

/** The number of the actor's unread notifications. */
export const countUnread = ({ db, actor }: Scope) => store.countUnreadNotifications(db.reads, actor.userId);

export async function markNotification(scope: Scope, id: string, isRead: boolean): Promise<Notification> {
  return scope.write(async (tx) => {
    const found = await store.findNotification(tx, { userId: scope.actor.userId, id });
    const [known] = found ? await hideUnreadable(tx, scope.actor.userId, [found]) : [];
    if (!known) throw notFound('Notification');
    if ((known.readAt !== null) === isRead) return known;
    const readAt = isRead ? scope.clock.now() : null;
    await store.updateReadAt(tx, { userId: scope.actor.userId, id, readAt });
    return { ...known, readAt };
  });
}

/** Returns how many notifications changed. */
export const markAllNotifications = (scope: Scope, isRead: boolean): Promise<number> =>
  scope.write((tx) => store.updateAllReadAt(tx, scope.actor.userId, isRead ? scope.clock.now() : null));

export async function deleteNotification(scope: Scope, id: string): Promise<string> {
  return scope.write(async (tx) => {
    if ((await store.deleteNotificationRow(tx, { userId: scope.actor.userId, id })) === 0)
      throw notFound('Notification');
    return id;
  });
}

export async function assertOwnNotification({ db, actor }: Scope, id: string): Promise<void> {
  if (!(await store.findNotification(db.reads, { userId: actor.userId, id }))) throw notFound('Notification');
}

/** Deletes read notifications after 90 days and all after 365 days, in batches of 500. */
export async function sweepNotifications(db: Database, now: number): Promise<void> {
  let removed = 1;
  while (removed > 0) {
    removed = await db.transaction((tx) =>
      store.sweepNotificationRows(tx, { readBefore: now - readKeptMs, before: now - keptMs }),
    );
  }
}
