import { eventCursor, eventsBehind } from '../events/index.ts';
import {
  byCreation,
  dynamicStatement,
  listPage,
  pagedList,
  type Queries,
  runInBatches,
  sql,
  statement,
} from '../platform/db/index.ts';
import { readListCount } from '../platform/list-counts/index.ts';
import type { Page } from '../platform/paging.ts';
import type { Notification } from './notification.ts';

const columns = `id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt"`;

export const notificationCursor = eventCursor('notification_cursor');
type NewNotification = Omit<Notification, 'readAt'>;
const insertColumns = [
  ['id', 'id'],
  ['user_id', 'userId'],
  ['event_id', 'eventId'],
  ['event_type', 'eventType'],
  ['kind', 'kind'],
  ['ticket_id', 'ticketId'],
  ['data', 'data'],
  ['created_at', 'createdAt'],
] as const satisfies [string, keyof NewNotification][];
const insertRows = (count: number) =>
  dynamicStatement<object, { id: string }>(`
    insert into notifications (${insertColumns.map(([column]) => column).join()})
    values ${Array.from({ length: count }, (_, i) => `(${insertColumns.map(([, name]) => `:${name}${i}`).join()})`).join()}
    on conflict (user_id, event_id) do nothing returning id`);

type OfUser = { userId: string };
const newestFirst = byCreation('created_at', 'id', 'desc');
const owner = { column: 'user_id', param: 'userId' };
const all = pagedList<OfUser, Notification>({
  columns,
  from: 'notifications',
  owner,
  where: '',
  sort: newestFirst,
});
const unread = pagedList<OfUser, Notification>({
  columns,
  from: 'notifications',
  owner,
  where: 'read_at is null',
  sort: newestFirst,
});
const ofTicket = (where: string) =>
  pagedList<OfUser & { ticketId: string }, Notification>({
    columns,
    from: 'notifications',
    where: `user_id = :userId and ticket_id = :ticketId${where}`,
    sort: newestFirst,
  });
const allOfTicket = ofTicket('');
const unreadOfTicket = ofTicket(' and read_at is null');

/** Inserts the notifications with one statement. Returns the ids of those whose user had none about the event yet. */
export async function insertNotifications(tx: Queries, rows: NewNotification[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const params = Object.fromEntries(
    rows.flatMap((row, i) => insertColumns.map(([, name]) => [`${name}${i}`, row[name]])),
  );
  const inserted = await tx.list(insertRows(rows.length), params);
  return new Set(inserted.map(({ id }) => id));
}

export const listNotificationRows = (queries: Queries, userId: string, onlyUnread: boolean, page: Page) =>
  listPage(queries, onlyUnread ? unread : all, { userId }, page, () =>
    readListCount(queries, { list: onlyUnread ? 'unread_notifications' : 'notifications', owners: [userId] }),
  );
export const listTicketNotificationRows = (
  queries: Queries,
  userId: string,
  ticketId: string,
  onlyUnread: boolean,
  page: Page,
) => listPage(queries, onlyUnread ? unreadOfTicket : allOfTicket, { userId, ticketId }, page);
export const countUnreadByKind = sql.list<OfUser, { kind: string; total: number }>(
  'select kind, count(*) as total from notifications where user_id = :userId and read_at is null group by kind',
);
export const countUnreadNotifications = (queries: Queries, userId: string) =>
  readListCount(queries, { list: 'unread_notifications', owners: [userId] });
export const findNotification = sql.find<OfUser & { id: string }, Notification>(
  `select ${columns} from notifications where id = :id and user_id = :userId`,
);
export const updateReadAt = sql.run<OfUser & { id: string; readAt: number | null }>(
  'update notifications set read_at = :readAt where id = :id and user_id = :userId',
);

const markSomeRead = statement<OfUser & { readAt: number; limit: number }>(`
  update notifications set read_at = :readAt where id in (
    select id from notifications where user_id = :userId and read_at is null limit :limit)`);
const markSomeUnread = statement<OfUser & { limit: number }>(`
  update notifications set read_at = null where id in (
    select id from notifications where user_id = :userId and read_at is not null limit :limit)`);
export const updateAllReadAt = (tx: Queries, userId: string, readAt: number | null) =>
  readAt === null
    ? runInBatches(tx, markSomeUnread, { userId })
    : runInBatches(tx, markSomeRead, { userId, readAt });
export const deleteNotificationRow = sql.run<OfUser & { id: string }>(
  'delete from notifications where id = :id and user_id = :userId',
);
export const sweepNotificationRows = sql.run<{ readBefore: number; before: number }>(`
  delete from notifications where id in (
    select id from notifications
    where created_at < :before or (created_at < :readBefore and read_at is not null)
    order by created_at limit 500)`);

/** Deletes the notifications that the members of a project got about it. */
export const deleteNotificationsOfProject = sql.run<{ projectId: string }>(`
  delete from notifications where event_id in (select id from events where project_id = :projectId)
    and user_id in (select user_id from project_members where project_id = :projectId)`);

export const findUnnotifiedEvents = eventsBehind('notification_cursor');
