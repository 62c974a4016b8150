import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { getUnsubscription, unsubscribe } from './unsubscribe.ts';
import { unsubscribePage } from './unsubscribe-page.ts';

const Unsubscription = Type.Object(
  {
    emailNotification: Type.String({
      examples: ['ticketUpdated'],
      description: 'The field of `emailNotifications` that it turns off',
    }),
    unsubscribed: Type.Boolean({ examples: [true] }),
  },
  { title: 'Unsubscription' },
);

const url = '/api/unsubscribe/:token';
const params = Type.Object({
  token: Type.String({ maxLength: 100, description: 'From the unsubscribe link of a mail' }),
});

/** One-click unsubscribe (RFC 8058): the token in the link is enough, without signing in. */
export function addRoutes(app: FastifyInstance, parts: { db: Database; clock: Clock }): void {
  app.register(async (mailApp) => {
    // Mail clients post a form with one fixed field, in one of two encodings. Docket ignores its content.
    const ignore = (_request: FastifyRequest, _body: unknown, done: (error: null) => void) => done(null);
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      mailApp.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 10_000 }, ignore);
    }
    const router = newRouter(mailApp, { tag: 'Notifications', access: 'public' });
    router.get(url, {
      operationId: 'getUnsubscription',
      summary: 'Get what an unsubscribe link turns off',
      description: 'Changes nothing. A browser gets a page that asks for confirmation.',
      params,
      responses: { 200: { description: 'The preference of the link', schema: dataOf(Unsubscription) } },
      handle: async (request, reply) =>
        sendUnsubscription(request, reply, await getUnsubscription(parts, request.params.token), false),
    });

    router.post(url, {
      operationId: 'unsubscribe',
      summary: 'Unsubscribe',
      description: 'Mail clients call this for one-click unsubscribe (RFC 8058).',
      params,
      responses: { 200: { description: 'The preference, now turned off', schema: dataOf(Unsubscription) } },
      handle: async (request, reply) =>
        sendUnsubscription(request, reply, await unsubscribe(parts, request.params.token), true),
    });
  });
}

function sendUnsubscription(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, topic }: { name: string; topic: string },
  isDone: boolean,
) {
  reply.header('referrer-policy', 'no-referrer').header('vary', 'accept');
  if (!request.headers.accept?.includes('text/html')) {
    return { data: { emailNotification: name, unsubscribed: isDone } };
  }
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
    .serializer((page: string) => page)
    .send(unsubscribePage(topic, isDone));
}
