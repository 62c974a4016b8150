import type { FastifyInstance } from 'fastify';
import { choice, id, nullable, timestamp } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { toIso } from '../../platform/instant.ts';
import { Type } from '../../platform/schema.ts';
import { emailField, newPasswordField, passwordField } from '../auth-schemas.ts';
import type { SessionSettings } from '../authenticate.ts';
import { newSignInCookies } from '../sign-in-cookies.ts';
import { wayInKinds } from '../ways-in.ts';
import { changePassword } from './change-password.ts';
import { forgetPassword } from './forget-password.ts';
import { resetPasswordByLink } from './reset-by-link.ts';

const sessionsEnded = Type.Integer({ minimum: 0, examples: [2] });
const asked = 'If an account has this address, it gets an e-mail with a link. The link works for 30 minutes.';
const noMail =
  'This instance sends no e-mail. Ask an administrator for a link to set a new password (docket user reset-link).';

const WayIn = Type.Object(
  {
    kind: choice(wayInKinds, { description: 'What it is. `agent_key`: an API key of one of your agents' }),
    id: nullable(Type.String({ description: 'Null: an account has at most one second factor' })),
    name: Type.String({ examples: ['CI'] }),
    agentId: Type.Optional(id({ description: 'Of `agent_key`: the agent' })),
    createdAt: timestamp(),
  },
  { title: 'WayIn' },
);
const count = () => Type.Integer({ minimum: 0, examples: [0] });
const PasswordReset = Type.Object(
  {
    email: Type.String({ examples: ['ada@example.org'] }),
    sessionsEnded,
    removed: Type.Object(
      { identities: count(), passkeys: count(), apiKeys: count(), secondFactors: count() },
      {
        description:
          'What was removed because a mailed link proved the address for the first time: somebody else could have added it',
      },
    ),
    remaining: Type.Array(WayIn, {
      description: 'What still gives access to the account besides its password. Remove what you do not know',
    }),
  },
  { title: 'PasswordReset' },
);

export function addPasswordRoutes(
  app: FastifyInstance,
  settings: SessionSettings & { sendsMail: boolean },
): void {
  const { db, clock, sendsMail } = settings;
  const { replaceSessionCookie } = newSignInCookies(settings);
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
    description:
      'Ends every session of the account. The token works once. Providers, passkeys, API keys and the second factor stay and are listed, unless a mailed link proves the address for the first time: then they are removed.',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 200, description: 'The token of the link' }),
      newPassword: newPasswordField(),
    }),
    responses: {
      200: {
        description: 'The account to sign in with',
        schema: dataOf(PasswordReset),
      },
    },
    handle: async ({ body, id: requestId, clientAddress }) => {
      const source = { db, clock, request: { id: requestId, address: clientAddress } };
      const { user, remaining, ...rest } = await resetPasswordByLink(source, body.token, body.newPassword);
      const ways = remaining.map((way) => ({ ...way, createdAt: toIso(way.createdAt) }));
      return { data: { email: user.email, ...rest, remaining: ways } };
    },
  });

  newRouter(app, { tag: 'Accounts', access: 'signed-in' }).post('/api/auth/change-password', {
    operationId: 'changePassword',
    summary: 'Change your password',
    description:
      'Ends your other sessions. The session of the request stays, and the answer sets its new cookie.',
    body: Type.Object({ currentPassword: passwordField(), newPassword: newPasswordField() }),
    responses: {
      200: { description: 'The password is changed', schema: dataOf(Type.Object({ sessionsEnded })) },
    },
    handle: async (request, reply) => {
      const { sessionsEnded, token } = await changePassword(request.scope, request.body);
      replaceSessionCookie(request, reply, token);
      return { data: { sessionsEnded } };
    },
  });
}
