import type { FastifyInstance } from 'fastify';
import { choice, id, nullable, timestamp } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { toIso } from '../platform/instant.ts';
import { pageQuery } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import type { Notification as NotificationRow } from './notification.ts';
import { kindNames } from './notification-kinds.ts';
import {
  assertOwnNotification,
  countUnreadByKind,
  deleteNotification,
  listNotifications,
  markAllNotifications,
  markNotification,
} from './notifications.ts';

const text = (example: string) => Type.String({ examples: [example] });

const Notification = Type.Object(
  {
    id: id(),
    kind: choice(kindNames),
    type: Type.String({ examples: ['comment.created'], description: 'The type of the event that caused it' }),
    message: text('Ben mentioned you in PAY-12 The invoice shows yesterday’s rate'),
    actor: nullable(Type.Object({ id: id(), name: text('Ben') }, { title: 'NotificationActor' })),
    ticket: nullable(
      Type.Object(
        { id: id(), title: text('The invoice shows yesterday’s rate'), key: Type.Optional(text('PAY-12')) },
        { title: 'NotificationTicket' },
      ),
    ),
    project: nullable(
      Type.Object({ id: id(), name: text('Payments'), key: text('PAY') }, { title: 'NotificationProject' }),
    ),
    comment: nullable(
      Type.Object({ id: id(), excerpt: text('@ada, look') }, { title: 'NotificationComment' }),
    ),
    task: Type.Optional(
      Type.Object(
        {
          id: id(),
          title: text('Fix the rounding'),
          excerpt: Type.Optional(
            Type.String({
              description: 'The beginning of the question or of the error',
              examples: ['Which rate counts?'],
            }),
          ),
        },
        { title: 'NotificationTask', description: 'Set if an agent asked, finished or failed' },
      ),
    ),
    read: Type.Boolean(),
    readAt: Type.Optional(timestamp()),
    createdAt: timestamp(),
  },
  { title: 'Notification' },
);

const present = ({ id: own, kind, eventType, data, readAt, createdAt }: NotificationRow) => ({
  id: own,
  kind,
  type: eventType,
  ...(JSON.parse(data) as object),
  read: readAt !== null,
  ...(readAt !== null && { readAt: toIso(readAt) }),
  createdAt: toIso(createdAt),
});

const params = Type.Object({ id: id() });
const body = Type.Object({ read: Type.Boolean({ examples: [true] }) });

export function addRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Notifications', access: 'signed-in' });
  router.list('/api/user/notifications', {
    operationId: 'listNotifications',
    summary: 'List your notifications, newest first',
    query: Type.Object({
      ...pageQuery,
      unread: Type.Optional(Type.Boolean({ description: 'Only unread notifications' })),
      ticketId: Type.Optional(id({ description: 'Only notifications of this ticket' })),
    }),
    response: {
      description: 'A page of notifications',
      item: Notification,
      extra: { unreadCount: Type.Number({ examples: [1] }) },
      present,
    },
    list: async ({ scope, query }, page) => {
      const { unreadCount, ...listed } = await listNotifications(
        scope,
        { onlyUnread: query.unread === true, ticketId: query.ticketId },
        page,
      );
      return { ...listed, extra: { unreadCount } };
    },
  });

  router.get('/api/user/notifications/counts', {
    operationId: 'countNotifications',
    summary: 'Count your unread notifications by kind',
    responses: {
      200: {
        description: 'The number of unread notifications of each kind',
        schema: dataOf(
          Type.Object({
            total: Type.Number({ examples: [3] }),
            byKind: Type.Object(
              Object.fromEntries(kindNames.map((kind) => [kind, Type.Number({ examples: [1] })])),
            ),
          }),
        ),
      },
    },
    handle: async ({ scope }) => {
      const counts = await countUnreadByKind(scope);
      const byKind = Object.fromEntries(kindNames.map((kind) => [kind, counts.get(kind) ?? 0]));
      return { data: { total: Object.values(byKind).reduce((sum, count) => sum + count, 0), byKind } };
    },
  });

  router.put('/api/user/notifications', {
    operationId: 'markNotifications',
    summary: 'Mark all your notifications read or unread',
    body,
    responses: {
      200: {
        description: 'The number of changed notifications',
        schema: dataOf(Type.Object({ changed: Type.Number({ examples: [3] }) })),
      },
    },
    handle: async ({ scope, body: { read } }) => ({
      data: { changed: await markAllNotifications(scope, read) },
    }),
  });

  router.put('/api/user/notifications/:id', {
    operationId: 'markNotification',
    summary: 'Mark a notification read or unread',
    params,
    body,
    authorizeFirst: ({ scope, params: { id: own } }) => assertOwnNotification(scope, own),
    responses: { 200: { description: 'The updated notification', schema: dataOf(Notification) } },
    handle: async ({ scope, params: { id: own }, body: { read } }) => ({
      data: present(await markNotification(scope, own, read)),
    }),
  });

  router.delete('/api/user/notifications/:id', {
    operationId: 'deleteNotification',
    summary: 'Delete a notification',
    params,
    delete: ({ scope, params: { id: own } }) => deleteNotification(scope, own),
  });
}
