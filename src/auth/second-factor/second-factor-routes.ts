import type { FastifyInstance } from 'fastify';
import type { Queries } from '../../platform/db/index.ts';
import { id, nullable, timestamp } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { toIso } from '../../platform/instant.ts';
import { Type } from '../../platform/schema.ts';
import { codeField, confirmedPasswordField } from '../auth-schemas.ts';
import type { SessionSettings } from '../authenticate.ts';
import { newSignInCookies } from '../sign-in-cookies.ts';
import {
  confirmTotp,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startTotp,
} from './second-factor.ts';
import type { SecondFactorSettings } from './sign-in-with-code.ts';

const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String(), {
    description: 'Each works once, in place of a code of the app. Shown only once',
    examples: [['7Q2M-4KZ9-XW0B-H6TD']],
  }),
});
const Removed = Type.Object({ secondFactor: Type.Boolean({ examples: [false] }) });

/** Adds the routes with which people manage their second factor, and administrators reset it. */
export function addSecondFactorRoutes(
  app: FastifyInstance,
  session: SessionSettings,
  settings: SecondFactorSettings & { readInstanceName: (queries: Queries) => Promise<string> },
): void {
  const router = newRouter(app, { tag: 'Accounts', access: 'signed-in' });
  const { replaceSessionCookie } = newSignInCookies(session);

  router.get('/api/user/second-factor', {
    operationId: 'getSecondFactor',
    summary: 'Get the state of your second factor',
    responses: {
      200: {
        description: 'The state',
        schema: dataOf(
          Type.Object({
            enabledAt: nullable(
              timestamp({ description: 'Since when sign-in asks for it; null: it does not' }),
            ),
            recoveryCodesLeft: Type.Integer({ minimum: 0, examples: [10] }),
            hasPassword: Type.Boolean({
              description: 'False: the account signs in with a provider alone',
              examples: [true],
            }),
          }),
        ),
      },
    },
    handle: async ({ scope }) => {
      const { enabledAt, ...rest } = await getSecondFactor(scope);
      return { data: { enabledAt: enabledAt === null ? null : toIso(enabledAt), ...rest } };
    },
  });

  router.post('/api/user/second-factor/totp', {
    operationId: 'startTotp',
    summary: 'Begin to set up an authenticator app',
    description:
      'The secret is for the app (RFC 6238: SHA-1, 6 digits, 30 seconds). Sign-in asks for it once a code of it is confirmed, within an hour. 409 if you have one.',
    body: Type.Object({ password: confirmedPasswordField() }),
    secretResponse: true,
    responses: {
      201: {
        description: 'The secret, which is shown only now',
        schema: dataOf(
          Type.Object({
            secret: Type.String({
              description: 'In base 32',
              examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
            }),
            uri: Type.String({
              description: 'The same as an address that apps open, or read from a QR code',
              examples: ['otpauth://totp/Docket:ada%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Docket'],
            }),
          }),
        ),
      },
    },
    handle: async ({ scope, body }) => ({
      data: await startTotp(scope, settings, await settings.readInstanceName(scope.db.reads), body.password),
    }),
  });

  router.post('/api/user/second-factor/totp/confirm', {
    operationId: 'confirmTotp',
    summary: 'Confirm the authenticator app with its first code',
    description:
      'From now on sign-in asks for a code. Ends your other sessions; the answer sets the new cookie of this one.',
    body: Type.Object({ code: codeField() }),
    secretResponse: true,
    responses: {
      200: { description: 'The recovery codes, which are shown only now', schema: dataOf(RecoveryCodes) },
    },
    handle: async (request, reply) => {
      const { recoveryCodes, token } = await confirmTotp(request.scope, settings, request.body.code);
      replaceSessionCookie(request, reply, token);
      return { data: { recoveryCodes } };
    },
  });

  router.post('/api/user/second-factor/recovery-codes', {
    operationId: 'renewRecoveryCodes',
    summary: 'Replace your recovery codes',
    description: 'The former ones no longer work. 409 without an authenticator app.',
    body: Type.Object({ password: confirmedPasswordField() }),
    secretResponse: true,
    responses: {
      201: { description: 'The recovery codes, which are shown only now', schema: dataOf(RecoveryCodes) },
    },
    handle: async ({ scope, body }) => ({
      data: { recoveryCodes: await renewRecoveryCodes(scope, settings, body.password) },
    }),
  });

  router.post('/api/user/second-factor/remove', {
    operationId: 'removeSecondFactor',
    summary: 'Remove your authenticator app and recovery codes',
    description: 'Sign-in no longer asks for a code. 409 if you have none.',
    body: Type.Object({ password: confirmedPasswordField() }),
    responses: { 200: { description: 'It is removed', schema: dataOf(Removed) } },
    handle: async ({ scope, body }) => {
      await removeSecondFactor(scope, settings, body.password);
      return { data: { secondFactor: false } };
    },
  });

  router.post('/api/instance/users/:id/reset-second-factor', {
    operationId: 'resetSecondFactor',
    tag: 'Instance',
    summary: 'Remove the second factor of a person who lost it',
    description:
      'For administrators. Make sure that the person is who they say: their password alone signs in afterwards. 409 without a second factor.',
    params: Type.Object({ id: id() }),
    responses: { 200: { description: 'It is removed', schema: dataOf(Removed) } },
    handle: async ({ scope, params }) => {
      await resetSecondFactor(scope, settings.sendsMail, params.id);
      return { data: { secondFactor: false } };
    },
  });
}
