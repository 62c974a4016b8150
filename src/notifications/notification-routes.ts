import type { FastifyInstance } from 'fastify';
import { invalid } from '../platform/errors.ts';
import { choice, id, nullable, timestamp } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { toIso } from '../platform/instant.ts';
import { pageQuery } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import type { ShownNotification } from './hide-unreadable.ts';
import { boxNames, type Marks } from './notification.ts';
import { kindNames } from './notification-kinds.ts';
import {
  assertOwnNotification,
  countUnreadByKind,
  countUnreadRows,
  deleteNotification,
  listNotifications,
  markAllNotifications,
  markNotification,
  markSomeNotifications,
} from './notifications.ts';
import { addPushRoutes, type PushContext } from './push/push-routes.ts';
import { addReminderRoutes } from './reminders/reminder-routes.ts';

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
      Type.Object(
        {
          id: id(),
          excerpt: text('@ada, look'),
          mentions: Type.Optional(
            Type.Array(
              Type.Object({ written: text('ada'), name: text('Ada Lovelace') }, { title: 'NamedMention' }),
              { description: 'Whom the text mentions: what is written after the @, and the name' },
            ),
          ),
        },
        { title: 'NotificationComment' },
      ),
    ),
    task: Type.Optional(
      Type.Object(
        {
          id: id(),
          title: text('Fix the rounding'),
          excerpt: Type.Optional(
            Type.String({
              description: 'The beginning of the question, of the error or of the result',
              examples: ['Which rate counts?'],
            }),
          ),
        },
        { title: 'NotificationTask', description: 'Set if an agent asked, finished or failed' },
      ),
    ),
    view: Type.Optional(
      Type.Object(
        { id: id(), name: text('My open bugs') },
        { title: 'NotificationView', description: 'Set if the ticket entered a view that you subscribed to' },
      ),
    ),
    read: Type.Boolean(),
    readAt: Type.Optional(timestamp()),
    snoozedUntil: Type.Optional(timestamp({ description: 'It is hidden until then, and comes back unread' })),
    doneAt: Type.Optional(timestamp()),
    isGone: Type.Optional(
      Type.Boolean({
        description: 'True: the ticket was deleted or you lost access, so it cannot be opened',
        examples: [true],
      }),
    ),
    createdAt: timestamp(),
  },
  { title: 'Notification' },
);

const present = (notification: ShownNotification) => {
  const { id: own, kind, eventType, data, readAt, snoozedUntil, doneAt, isGone, createdAt } = notification;
  return {
    id: own,
    kind,
    type: eventType,
    ...(JSON.parse(data) as object),
    read: readAt !== null,
    ...(readAt !== null && { readAt: toIso(readAt) }),
    ...(snoozedUntil !== null && { snoozedUntil: toIso(snoozedUntil) }),
    ...(doneAt !== null && { doneAt: toIso(doneAt) }),
    ...(isGone && { isGone }),
    createdAt: toIso(createdAt),
  };
};

const params = Type.Object({ id: id() });
const marks = {
  read: Type.Optional(Type.Boolean({ examples: [true], description: 'False brings it back into the inbox' })),
  done: Type.Optional(
    Type.Boolean({ examples: [true], description: 'True takes it out of the inbox, read' }),
  ),
  snoozedUntil: Type.Optional(
    nullable(
      timestamp({
        examples: ['2029-11-01T09:30:00.000Z'],
        description: 'Hides it until then; null brings it back, unread',
      }),
    ),
  ),
};

interface MarksInput {
  read?: boolean;
  done?: boolean;
  snoozedUntil?: string | null;
}

function parseMarks({ read, done, snoozedUntil }: MarksInput): Marks {
  if (read === undefined && done === undefined && snoozedUntil === undefined)
    throw invalid({ read: ['Read, done or snoozed until is required'] });
  return {
    read,
    done,
    snoozedUntil: typeof snoozedUntil === 'string' ? Date.parse(snoozedUntil) : snoozedUntil,
  };
}

async function markMany(scope: Scope, { ids, ...given }: MarksInput & { ids?: string[] }): Promise<number> {
  const wanted = parseMarks(given);
  if (ids !== undefined) return markSomeNotifications(scope, ids, wanted);
  if (wanted.read === undefined || wanted.done !== undefined || wanted.snoozedUntil !== undefined)
    throw invalid({ ids: ['Ids are required, except to mark all read or unread'] });
  return markAllNotifications(scope, wanted.read);
}

export function addRoutes(app: FastifyInstance, context: PushContext): void {
  const router = newRouter(app, { tag: 'Notifications', access: 'signed-in' });
  router.list('/api/user/notifications', {
    operationId: 'listNotifications',
    summary: 'List your notifications, newest first',
    query: Type.Object({
      ...pageQuery,
      unread: Type.Optional(Type.Boolean({ description: 'Only unread notifications' })),
      ticketId: Type.Optional(id({ description: 'Only notifications of this ticket' })),
      box: Type.Optional(
        choice(boxNames, {
          description:
            'Only those in the inbox, those that you snoozed, or those that you are done with; not with ticketId',
        }),
      ),
    }),
    response: {
      description: 'A page of notifications',
      item: Notification,
      extra: {
        unreadCount: Type.Number({ examples: [1] }),
        unreadRows: Type.Number({
          examples: [1],
          description: 'How many tickets, and notifications without a ticket, are unread and can be opened',
        }),
      },
      present,
    },
    list: async ({ scope, query }, page) => {
      const { unreadCount, ...listed } = await listNotifications(
        scope,
        { onlyUnread: query.unread === true, ticketId: query.ticketId, box: query.box },
        page,
      );
      return { ...listed, extra: { unreadCount, unreadRows: await countUnreadRows(scope) } };
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
    summary: 'Mark all your notifications read or unread, or several in any way',
    body: Type.Object({
      ...marks,
      ids: Type.Optional(
        Type.Array(id(), { maxItems: 200, description: 'Which; absent: all, except snoozed and done ones' }),
      ),
    }),
    responses: {
      200: {
        description: 'The number of changed notifications',
        schema: dataOf(Type.Object({ changed: Type.Number({ examples: [3] }) })),
      },
    },
    handle: async ({ scope, body }) => ({ data: { changed: await markMany(scope, body) } }),
  });

  router.put('/api/user/notifications/:id', {
    operationId: 'markNotification',
    summary: 'Mark a notification read or unread, done or snoozed',
    params,
    body: Type.Object(marks),
    authorizeFirst: ({ scope, params: { id: own } }) => assertOwnNotification(scope, own),
    responses: { 200: { description: 'The updated notification', schema: dataOf(Notification) } },
    handle: async ({ scope, params: { id: own }, body }) => ({
      data: present(await markNotification(scope, own, parseMarks(body))),
    }),
  });

  router.delete('/api/user/notifications/:id', {
    operationId: 'deleteNotification',
    summary: 'Delete a notification',
    params,
    delete: ({ scope, params: { id: own } }) => deleteNotification(scope, own),
  });
  addReminderRoutes(app);
  addPushRoutes(app, context);
}
