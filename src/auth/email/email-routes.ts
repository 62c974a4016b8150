import type { FastifyInstance } from 'fastify';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { resendEmailLink, verifyEmail } from './verify-email.ts';

const email = Type.String({ examples: ['ada@example.org'] });

export function addEmailRoutes(app: FastifyInstance, { sendsMail }: { sendsMail: boolean }): void {
  const router = newRouter(app, { tag: 'Accounts', access: 'signed-in' });
  router.post('/api/auth/verify-email', {
    operationId: 'verifyEmail',
    summary: 'Verify your e-mail address with a link',
    description:
      'Needs a session of the account that the link was mailed to. The token works once. Ends your other sessions and removes what was added before the address was proved: providers, passkeys, API keys and the second factor.',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 200, description: 'The token of the link' }),
    }),
    responses: { 200: { description: 'The address', schema: dataOf(Type.Object({ email })) } },
    handle: async ({ scope, body }) => ({ data: { email: await verifyEmail(scope, body.token) } }),
  });

  router.post('/api/auth/send-verification-email', {
    operationId: 'sendVerificationEmail',
    summary: 'Get another link to verify your e-mail address',
    description: '409 if it is verified, or if the instance sends no e-mail; 429 after three in an hour.',
    responses: { 200: { description: 'Where it is sent', schema: dataOf(Type.Object({ email })) } },
    handle: async ({ scope }) => ({ data: { email: await resendEmailLink(scope, sendsMail) } }),
  });
}
