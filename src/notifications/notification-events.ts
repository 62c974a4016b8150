import type { TProperties } from 'typebox';
import { buildEvent, eventType } from '../events/index.ts';
import { Type } from '../platform/schema.ts';
import type { NotificationData } from './notification.ts';

const text = Type.String();
const nullable = <P extends TProperties>(properties: P) => Type.Union([Type.Object(properties), Type.Null()]);

/** Has no project or ticket, because only its recipient may see it. */
const notificationCreated = eventType({
  name: 'notification.created',
  meaning: 'you received a notification',
  payload: Type.Object({
    recipient: Type.Object({ id: text }),
    notification: Type.Object({
      id: text,
      kind: text,
      type: text,
      message: text,
      actor: nullable({ id: text, name: text }),
      ticket: nullable({ id: text, title: text, key: Type.Optional(text) }),
      project: nullable({ id: text, name: text, key: text }),
      comment: nullable({ id: text, excerpt: text }),
      task: Type.Optional(Type.Object({ id: text, title: text, excerpt: Type.Optional(text) })),
    }),
  }),
  sentence: ({ notification }) => `received a notification: ${notification.message}`,
  isStreamed: true,
});

export const notificationEvents = [notificationCreated];

export const buildNotificationEvent = (
  { id, userId, kind, eventType: type }: { id: string; userId: string; kind: string; eventType: string },
  data: NotificationData,
  at: number,
) =>
  buildEvent(notificationCreated, {
    at,
    actorId: null,
    data: { recipient: { id: userId }, notification: { id, kind, type, ...data } },
  });
