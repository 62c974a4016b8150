import type { TProperties } from 'typebox';
import { buildEvent, eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import type { NotificationData } from './notification.ts';

const text = Type.String();
const nullable = <P extends TProperties>(properties: P) => Type.Union([Type.Object(properties), Type.Null()]);

const Mention = Type.Object({ written: text, name: text });
const recipient = Type.Object({ id: text });

/** Has no project or ticket, because only its recipient may see it. */
const notificationEvent = (action: string, meaning: string) =>
  eventType({
    name: `notification.${action}`,
    meaning,
    payload: Type.Object({
      recipient,
      notification: Type.Object({
        id: text,
        kind: text,
        type: text,
        message: text,
        actor: nullable({ id: text, name: text }),
        ticket: nullable({ id: text, title: text, key: Type.Optional(text) }),
        project: nullable({ id: text, name: text, key: text }),
        comment: nullable({ id: text, excerpt: text, mentions: Type.Optional(Type.Array(Mention)) }),
        task: Type.Optional(Type.Object({ id: text, title: text, excerpt: Type.Optional(text) })),
      }),
    }),
    sentence: ({ notification }) => `received a notification: ${notification.message}`,
    isStreamed: true,
  });

const notificationCreated = notificationEvent('created', 'you received a notification');
export const notificationReturned = notificationEvent(
  'returned',
  'a notification that you snoozed came back',
);
const notificationsChanged = eventType({
  name: 'notification.changed',
  meaning: 'you marked, snoozed or deleted notifications',
  payload: Type.Object({ recipient }),
  sentence: () => 'changed notifications',
  isStreamed: true,
});

export const notificationEvents = [notificationCreated, notificationReturned, notificationsChanged];

/** Tells the other devices of the person to read the inbox again. */
export const recordInboxChange = (tx: Tx, userId: string, at: number) =>
  recordEvent(tx, notificationsChanged, { at, actorId: userId, data: { recipient: { id: userId } } });

export const buildNotificationEvent = (
  { id, userId, kind, eventType: type }: { id: string; userId: string; kind: string; eventType: string },
  data: NotificationData,
  at: number,
  event = notificationCreated,
) =>
  buildEvent(event, {
    at,
    actorId: null,
    data: { recipient: { id: userId }, notification: { id, kind, type, ...data } },
  });
