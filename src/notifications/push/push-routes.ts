import type { FastifyInstance } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import type { OutboundClients } from '../../platform/outbound-http/index.ts';
import { Type } from '../../platform/schema.ts';
import type { SecretBox } from '../../platform/secret-box/index.ts';
import { getVapidKeys, subscribe, unsubscribe } from './push-subscriptions.ts';

export interface PushContext {
  outbound: OutboundClients;
  secretBox: SecretBox;
}

const base64url = (example: string, maxLength: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength, examples: [example] });

export function addPushRoutes(app: FastifyInstance, { outbound, secretBox }: PushContext): void {
  const router = newRouter(app, { tag: 'Notifications', access: 'signed-in' });
  router.get('/api/user/push-key', {
    operationId: 'getPushKey',
    summary: 'Read the public key with which a browser subscribes to pushes',
    responses: {
      200: {
        description: 'The key of this instance (VAPID, RFC 8292)',
        schema: dataOf(
          Type.Object({
            publicKey: base64url(
              'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
              100,
            ),
          }),
        ),
      },
    },
    handle: async ({ scope }) => {
      const { publicKey } = await getVapidKeys(scope.db, secretBox, scope.clock.now());
      return { data: { publicKey } };
    },
  });

  router.post('/api/user/push-subscriptions', {
    operationId: 'subscribeToPushes',
    summary: 'Let the browser of this session receive notifications while Docket is closed',
    description:
      'Takes what `PushManager.subscribe` gives, as JSON. Each notification is encrypted for the browser (RFC 8291) and sent through the service of its maker, which cannot read it. It ends with the session. A person has at most 20; the oldest ends when there are more.',
    body: Type.Object({
      endpoint: Type.String({ maxLength: 2_000, examples: ['https://push.example.org/send/abc'] }),
      keys: Type.Object({
        p256dh: base64url(
          'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          100,
        ),
        auth: base64url('BTBZMqHH6r4Tts7J_aSIgg', 50),
      }),
    }),
    responses: {
      201: { description: 'The subscription', schema: dataOf(Type.Object({ id: id() })) },
    },
    handle: async ({ scope, body }) => ({ data: await subscribe(scope, body, outbound.webhooks, secretBox) }),
  });

  router.delete('/api/user/push-subscriptions/:id', {
    operationId: 'unsubscribeFromPushes',
    summary: 'End a subscription to pushes',
    params: Type.Object({ id: id() }),
    delete: ({ scope, params: { id: own } }) => unsubscribe(scope, own),
  });
}
