import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { resendEmailLink, verifyEmail } from './verify-email.ts';

const email = Type.String({ examples: ['ada@example.org'] });

export function addEmailRoutes(
  app: FastifyInstance,
  { db, clock, sendsMail }: { db: Database; clock: Clock; sendsMail: boolean },
): void {
  newRouter(app, { tag: 'Accounts', access: 'public' }).post('/api/auth/verify-email', {
    operationId: 'verifyEmail',
    summary: 'Verify the e-mail address of an account with a link',
    description: 'The token works once.',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 200, description: 'The token of the link' }),
    }),
    responses: { 200: { description: 'The address', schema: dataOf(Type.Object({ email })) } },
    handle: async ({ body, id, clientAddress }) => {
      const source = { db, clock, request: { id, address: clientAddress } };
      return { data: { email: await verifyEmail(source, body.token) } };
    },
  });

  newRouter(app, { tag: 'Accounts', access: 'signed-in' }).post('/api/auth/send-verification-email', {
    operationId: 'sendVerificationEmail',
    summary: 'Get another link to verify your e-mail address',
    description: '409 if it is verified, or if the instance sends no e-mail; 429 after three in an hour.',
    responses: { 200: { description: 'Where it is sent', schema: dataOf(Type.Object({ email })) } },
    handle: async ({ scope }) => ({ data: { email: await resendEmailLink(scope, sendsMail) } }),
  });
}
