import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { oneOf, route } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { getUnsubscription, unsubscribe } from './unsubscribe.ts';
import { unsubscribePage } from './unsubscribe-page.ts';

const Unsubscription = Type.Object(
  {
    emailNotification: Type.String({
      examples: ['ticketUpdated'],
      description: 'Which of `emailNotifications` it turns off',
    }),
    unsubscribed: Type.Boolean({ examples: [true] }),
  },
  { title: 'Unsubscription' },
);

const common = {
  url: '/api/unsubscribe/:token',
  tag: 'Notifications',
  access: 'public',
  params: Type.Object({ token: Type.String({ maxLength: 100, description: 'From the link in a mail' }) }),
} as const;

/** What stands at the end of a mail works for whoever holds the link, without signing in (RFC 8058). */
export function addRoutes(app: FastifyInstance, parts: { db: Database; clock: Clock }): void {
  app.register(async (mailApp) => {
    // Mail programs send a form of one fixed field, in one of two encodings; that it came is all it says.
    const ignore = (_request: FastifyRequest, _body: unknown, done: (error: null) => void) => done(null);
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      mailApp.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 10_000 }, ignore);
    }
    route(mailApp, {
      ...common,
      method: 'GET',
      operationId: 'getUnsubscription',
      summary: 'What the link of a mail would turn off',
      description: 'A browser gets a page that asks. Nothing changes.',
      answers: { 200: { description: 'What it is about', schema: oneOf(Unsubscription) } },
      handle: async (request, reply) =>
        answer(request, reply, await getUnsubscription(parts, request.params.token), false),
    });

    route(mailApp, {
      ...common,
      method: 'POST',
      operationId: 'unsubscribe',
      summary: 'Turn off the mails of a link',
      description: 'As mail programs do with one click (RFC 8058).',
      answers: { 200: { description: 'It is off', schema: oneOf(Unsubscription) } },
      handle: async (request, reply) =>
        answer(request, reply, await unsubscribe(parts, request.params.token), true),
    });
  });
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, words }: { name: string; words: string },
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
    .send(unsubscribePage(words, isDone));
}
