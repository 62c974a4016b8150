import { dayMs } from '../platform/clock.ts';
import { type Database, readsForPage, type Tx } from '../platform/db/index.ts';
import { invalid, notFound } from '../platform/errors.ts';
import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import { findOpenable, hideUnreadable, type ShownNotification } from './hide-unreadable.ts';
import { type Box, findTimeProblem, type Marks, mark, type Notification } from './notification.ts';
import { recordInboxChange } from './notification-events.ts';
import * as store from './notification-store.ts';

const readKeptMs = 90 * dayMs;
const keptMs = 365 * dayMs;
const countedMax = 500;

export async function listNotifications(
  { db, actor }: Scope,
  {
    onlyUnread,
    ticketId,
    box,
  }: { onlyUnread: boolean; ticketId?: string | undefined; box?: Box | undefined },
  page: Page,
) {
  const { userId } = actor;
  const reads = readsForPage(db, page);
  const list = () => {
    if (ticketId !== undefined)
      return store.listTicketNotificationRows(reads, userId, ticketId, onlyUnread, page);
    return box === undefined
      ? store.listNotificationRows(reads, userId, onlyUnread, page)
      : store.listBoxRows(reads, userId, box, onlyUnread, page);
  };
  const [listed, unreadCount] = await Promise.all([list(), store.countUnreadNotifications(db.reads, userId)]);
  return { ...listed, rows: await hideUnreadable(db.reads, userId, listed.rows), unreadCount };
}

/** How many unread notifications of each kind the actor has. */
export async function countUnreadByKind({ db, actor }: Scope): Promise<ReadonlyMap<string, number>> {
  const rows = await store.countUnreadByKind(db.workerReads, { userId: actor.userId });
  return new Map(rows.map(({ kind, total }) => [kind, total]));
}

/** The number of the actor's unread notifications. */
export const countUnread = ({ db, actor }: Scope) => store.countUnreadNotifications(db.reads, actor.userId);

/**
 * The number of unread rows in the inbox: one for each ticket, among the newest 500 unread notifications. What the actor
 * can no longer open does not count.
 */
export async function countUnreadRows({ db, actor: { userId } }: Scope): Promise<number> {
  const rows = await store.listUnreadSubjects(db.reads, { userId, limit: countedMax });
  const isOpenable = await findOpenable(db.reads, userId, rows);
  return new Set(rows.filter(isOpenable).map(({ id, ticketId }) => ticketId ?? id)).size;
}

export async function markNotification(scope: Scope, id: string, marks: Marks): Promise<ShownNotification> {
  assertMarks(scope, marks);
  return scope.write(async (tx) => {
    const found = await store.findNotification(tx, { userId: scope.actor.userId, id });
    const [known] = found ? await hideUnreadable(tx, scope.actor.userId, [found]) : [];
    if (!known) throw notFound('Notification');
    const [changed = known] = await applyMarks(scope, tx, [known], marks);
    return changed;
  });
}

/** Returns how many notifications changed. */
export function markAllNotifications(scope: Scope, isRead: boolean): Promise<number> {
  return scope.write(async (tx) => {
    const { userId } = scope.actor;
    const changed = await store.updateAllReadAt(tx, userId, isRead ? scope.clock.now() : null);
    if (changed > 0) await recordInboxChange(tx, userId, scope.clock.now());
    return changed;
  });
}

/** Marks several at once. Those that the actor does not have are left out. Returns how many changed. */
export function markSomeNotifications(scope: Scope, ids: string[], marks: Marks): Promise<number> {
  assertMarks(scope, marks);
  return scope.write(async (tx) => {
    const known = await store.listNotificationsById(tx, { userId: scope.actor.userId, ids });
    return (await applyMarks(scope, tx, known, marks)).length;
  });
}

/** Returns those that changed. */
async function applyMarks<N extends Notification>(
  { actor, clock }: Scope,
  tx: Tx,
  known: readonly N[],
  marks: Marks,
): Promise<N[]> {
  const changed = known.flatMap((notification) => {
    const after = { ...notification, ...mark(notification, marks, clock.now()) };
    const isSame = (['readAt', 'snoozedUntil', 'doneAt'] as const).every(
      (name) => after[name] === notification[name],
    );
    return isSame ? [] : [after];
  });
  for (const { id, userId, readAt, snoozedUntil, doneAt } of changed)
    await store.updateMarks(tx, { id, userId, readAt, snoozedUntil, doneAt });
  if (changed.length > 0) await recordInboxChange(tx, actor.userId, clock.now());
  return changed;
}

function assertMarks({ clock }: Scope, { snoozedUntil }: Marks): void {
  if (typeof snoozedUntil !== 'number') return;
  const problem = findTimeProblem(snoozedUntil, clock.now());
  if (problem === 'past') throw invalid({ snoozedUntil: ['Snoozed until must be in the future'] });
  if (problem === 'far') throw invalid({ snoozedUntil: ['Snoozed until must be within ten years'] });
}

export async function deleteNotification(scope: Scope, id: string): Promise<string> {
  return scope.write(async (tx) => {
    const { userId } = scope.actor;
    if ((await store.deleteNotificationRow(tx, { userId, id })) === 0) throw notFound('Notification');
    await recordInboxChange(tx, userId, scope.clock.now());
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
