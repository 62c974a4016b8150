import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { emailField, newPasswordField, passwordField } from '../auth-schemas.ts';
import { changePassword } from './change-password.ts';
import { forgetPassword } from './forget-password.ts';
import { resetPasswordByLink } from './reset-by-link.ts';

const sessionsEnded = Type.Integer({ minimum: 0, examples: [2] });
const asked = 'If an account has this address, it gets an e-mail with a link. The link works for 30 minutes.';
const noMail =
  'This instance sends no e-mail. Ask an administrator for a link to set a new password (docket user reset-link).';

export function addPasswordRoutes(
  app: FastifyInstance,
  { db, clock, sendsMail }: { db: Database; clock: Clock; sendsMail: boolean },
): void {
  const open = newRouter(app, { tag: 'Accounts', access: 'public' });

  open.post('/api/auth/forget-password', {
    operationId: 'forgetPassword',
    summary: 'Ask for a link to set a new password',
    description: 'The answer is the same whether or not the address has an account.',
    body: Type.Object({ email: emailField() }),
    responses: {
      200: {
        description: 'What happens next',
        schema: dataOf(
          Type.Object({
            mailed: Type.Boolean({
              description: 'False: the instance sends no e-mail, and an administrator can create a link',
              examples: [true],
            }),
            message: Type.String({ examples: [asked] }),
          }),
        ),
      },
    },
    handle: async ({ body, clientAddress }) => {
      if (!sendsMail) return { data: { mailed: false, message: noMail } };
      await forgetPassword({ db, clock }, body.email, clientAddress);
      return { data: { mailed: true, message: asked } };
    },
  });

  open.post('/api/auth/reset-password', {
    operationId: 'resetPassword',
    summary: 'Set a new password with a link',
    description: 'Ends every session of the account. The token works once.',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 200, description: 'The token of the link' }),
      newPassword: newPasswordField(),
    }),
    responses: {
      200: {
        description: 'The account to sign in with',
        schema: dataOf(Type.Object({ email: Type.String({ examples: ['ada@example.org'] }), sessionsEnded })),
      },
    },
    handle: async ({ body, id, clientAddress }) => {
      const source = { db, clock, request: { id, address: clientAddress } };
      const { user, sessionsEnded } = await resetPasswordByLink(source, body.token, body.newPassword);
      return { data: { email: user.email, sessionsEnded } };
    },
  });

  newRouter(app, { tag: 'Accounts', access: 'signed-in' }).post('/api/auth/change-password', {
    operationId: 'changePassword',
    summary: 'Change your password',
    description: 'Ends your other sessions and keeps the one of the request.',
    body: Type.Object({ currentPassword: passwordField(), newPassword: newPasswordField() }),
    responses: {
      200: { description: 'The password is changed', schema: dataOf(Type.Object({ sessionsEnded })) },
    },
    handle: async ({ scope, body }) => ({ data: await changePassword(scope, body) }),
  });
}
