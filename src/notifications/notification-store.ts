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
import type { Box, Notification } from './notification.ts';

const columns = `id, user_id as "userId", event_id as "eventId", event_type as "eventType", kind,
  ticket_id as "ticketId", data, created_at as "createdAt", read_at as "readAt", snoozed_until as "snoozedUntil",
  done_at as "doneAt"`;

export const notificationCursor = eventCursor('notification_cursor');
type NewNotification = Omit<Notification, 'readAt' | 'snoozedUntil' | 'doneAt'>;
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
const ofUser = (where: string) =>
  pagedList<OfUser, Notification>({ columns, from: 'notifications', owner, where, sort: newestFirst });
const all = ofUser('');
const unread = ofUser('read_at is null');
const boxes: Record<Box, ReturnType<typeof ofUser>> = {
  inbox: ofUser('snoozed_until is null and done_at is null'),
  snoozed: ofUser('snoozed_until is not null'),
  done: ofUser('done_at is not null'),
};
const unreadInInbox = ofUser('read_at is null and snoozed_until is null and done_at is null');
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
/** What is put off or done is read, so there are unread notifications in the inbox only. */
export const listBoxRows = (queries: Queries, userId: string, box: Box, onlyUnread: boolean, page: Page) =>
  listPage(queries, onlyUnread && box === 'inbox' ? unreadInInbox : boxes[box], { userId }, page);
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
export const listUnreadSubjects = sql.list<
  OfUser & { limit: number },
  Pick<Notification, 'id' | 'ticketId' | 'data'>
>(`
  select id, ticket_id as "ticketId", case when ticket_id is null then data else '{}' end as data
  from notifications where user_id = :userId and read_at is null and snoozed_until is null and done_at is null
  order by created_at desc, id desc limit :limit`);
export const listNotificationsById = sql.list<OfUser & { ids: string[] }, Notification>(
  `select ${columns} from notifications where user_id = :userId and id in :ids[]`,
);
/** Of the tickets, those that were deleted and are still kept. */
export const listDeletedOf = sql.listValues<{ ids: string[] }, { id: string }>(
  'select id from tickets where id in :ids[] and deleted_at is not null',
);
export const updateMarks = sql.run<
  Pick<Notification, 'id' | 'userId' | 'readAt' | 'snoozedUntil' | 'doneAt'>
>(`
  update notifications set read_at = :readAt, snoozed_until = :snoozedUntil, done_at = :doneAt
  where id = :id and user_id = :userId`);
export const listDueSnoozed = sql.list<{ now: number; limit: number }, Notification>(`
  select ${columns} from notifications where snoozed_until is not null and snoozed_until <= :now
  order by snoozed_until limit :limit`);
/** Counts only in the process that comes first: the condition no longer holds in the others. */
export const wakeNotification = sql.change<{ id: string; now: number }>(`
  update notifications set snoozed_until = null, read_at = null
  where id = :id and snoozed_until is not null and snoozed_until <= :now`);
export const listSnoozedOf = sql.list<
  { userIds: string[]; ticketIds: string[] },
  { id: string; userId: string; ticketId: string }
>(`
  select id, user_id as "userId", ticket_id as "ticketId" from notifications
  where user_id in :userIds[] and ticket_id in :ticketIds[] and snoozed_until is not null`);
export const endSnoozeOf = sql.run<{ ids: string[] }>(
  'update notifications set snoozed_until = null where id in :ids[]',
);
export const updateReadAt = sql.run<OfUser & { id: string; readAt: number | null }>(
  'update notifications set read_at = :readAt where id = :id and user_id = :userId',
);

const markSomeRead = statement<OfUser & { readAt: number; limit: number }>(`
  update notifications set read_at = :readAt where id in (
    select id from notifications where user_id = :userId and read_at is null limit :limit)`);
const markSomeUnread = statement<OfUser & { limit: number }>(`
  update notifications set read_at = null where id in (
    select id from notifications where user_id = :userId and read_at is not null
      and snoozed_until is null and done_at is null limit :limit)`);
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
    where created_at < :before or (created_at < :readBefore and read_at is not null and snoozed_until is null)
    order by created_at limit 500)`);

/** Deletes the notifications that the members of a project got about it. */
export const deleteNotificationsOfProject = sql.run<{ projectId: string }>(`
  delete from notifications where event_id in (select id from events where project_id = :projectId)
    and user_id in (select user_id from project_members where project_id = :projectId)`);

export const findUnnotifiedEvents = eventsBehind('notification_cursor');
