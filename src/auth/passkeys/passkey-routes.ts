import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { Account, confirmedPasswordField } from '../auth-schemas.ts';
import type { SessionSettings } from '../authenticate.ts';
import { newSignInCookies, readClient } from '../sign-in-cookies.ts';
import {
  CreationOptions,
  NewCredential,
  Passkey,
  passkeyNameField,
  presentPasskey,
  RequestOptions,
  UsedCredential,
} from './passkey-schemas.ts';
import {
  addPasskey,
  assertPasskeysOn,
  listPasskeys,
  type PasskeySettings,
  removePasskey,
  renamePasskey,
  startPasskey,
} from './passkeys.ts';
import {
  finishSecondStepWithPasskey,
  signInWithPasskey,
  startPasskeySignIn,
  startSecondStepWithPasskey,
} from './sign-in-with-passkey.ts';

const idParams = Type.Object({ id: id() });
const credentialBody = Type.Object({ credential: UsedCredential });
const signedIn = { 200: { description: 'The account, with the session cookie', schema: dataOf(Account) } };

/** Adds sign-in with passkeys, and the routes with which people manage theirs. */
export function addPasskeyRoutes(
  app: FastifyInstance,
  session: SessionSettings,
  settings: PasskeySettings,
): void {
  const { requestContext, readStepToken, setStepCookie, answerSignedIn } = newSignInCookies(session);
  const signInContext = (request: FastifyRequest) => ({
    ...requestContext(request),
    relyingParty: assertPasskeysOn(settings.relyingParty),
  });
  const enterBy =
    (signIn: typeof signInWithPasskey) =>
    async (request: FastifyRequest<{ Body: { credential: object } }>, reply: FastifyReply) => {
      const credential = asUsed(request.body.credential);
      const context = signInContext(request);
      return answerSignedIn(
        request,
        reply,
        await signIn(context, readStepToken(request), credential, readClient(request)),
      );
    };
  const open = newRouter(app, { tag: 'Accounts', access: 'public' });

  open.post('/api/auth/sign-in/passkey/options', {
    operationId: 'startPasskeySignIn',
    summary: 'Begin to sign in with a passkey alone',
    description:
      'The answer is the same for everybody and names no account. It sets a cookie: only this browser can finish the sign-in, within 5 minutes. 409 if the instance has no passkeys (`signInMethods` of `GET /api/instance`).',
    responses: { 200: { description: 'What to ask the browser for', schema: dataOf(RequestOptions) } },
    handle: async (request, reply) => {
      const { options, step } = await startPasskeySignIn(signInContext(request));
      setStepCookie(request, reply, step);
      return { data: options };
    },
  });

  open.post('/api/auth/sign-in/passkey', {
    operationId: 'signInWithPasskey',
    summary: 'Sign in with a passkey alone',
    description:
      'Needs the cookie of `/api/auth/sign-in/passkey/options`. The device has verified its owner, so no second factor is asked for. Wrong answers are limited like wrong passwords.',
    checksCredentials: true,
    body: credentialBody,
    responses: signedIn,
    handle: enterBy(signInWithPasskey),
  });

  open.post('/api/auth/sign-in/second-factor/passkey/options', {
    operationId: 'startSecondFactorWithPasskey',
    summary: 'Begin to finish a sign-in with a passkey',
    description:
      'Needs the cookie that the first step set, where `methods` has `passkey`. 409 without a passkey.',
    checksCredentials: true,
    responses: { 200: { description: 'What to ask the browser for', schema: dataOf(RequestOptions) } },
    handle: async (request) => ({
      data: await startSecondStepWithPasskey(signInContext(request), readStepToken(request)),
    }),
  });

  open.post('/api/auth/sign-in/second-factor/passkey', {
    operationId: 'finishSecondFactorWithPasskey',
    summary: 'Finish a sign-in with a passkey, in place of a code',
    description: 'Needs the cookie that the first step set. Wrong answers are limited like wrong passwords.',
    checksCredentials: true,
    body: credentialBody,
    responses: signedIn,
    handle: enterBy(finishSecondStepWithPasskey),
  });

  const own = newRouter(app, { tag: 'Accounts', access: 'signed-in' });

  own.get('/api/user/passkeys', {
    operationId: 'listPasskeys',
    summary: 'List your passkeys',
    responses: { 200: { description: 'Oldest first', schema: dataOf(Type.Array(Passkey)) } },
    handle: async ({ scope }) => ({ data: (await listPasskeys(scope)).map(presentPasskey) }),
  });

  own.post('/api/user/passkeys/options', {
    operationId: 'startPasskey',
    summary: 'Begin to add a passkey',
    description:
      'The answer sets a cookie: only this browser can add the passkey, within 5 minutes. 409 if the instance has no passkeys, or if you have 20.',
    body: Type.Object({ password: confirmedPasswordField() }),
    secretResponse: true,
    responses: { 200: { description: 'What to ask the browser for', schema: dataOf(CreationOptions) } },
    handle: async (request, reply) => {
      const { options, step } = await startPasskey(request.scope, settings, request.body.password);
      setStepCookie(request, reply, step);
      return { data: options };
    },
  });

  own.post('/api/user/passkeys', {
    operationId: 'addPasskey',
    summary: 'Add the passkey that the browser made',
    description: 'Needs the cookie of `/api/user/passkeys/options`, whose challenge works once.',
    body: Type.Object({ name: passkeyNameField(), credential: NewCredential }),
    responses: { 201: { description: 'The passkey', schema: dataOf(Passkey) } },
    handle: async (request) => {
      const { name, credential } = request.body;
      const made = { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON;
      const token = readStepToken(request);
      const passkey = await addPasskey(request.scope, settings, token, { name, credential: made });
      return { data: presentPasskey(passkey) };
    },
  });

  own.put('/api/user/passkeys/:id', {
    operationId: 'renamePasskey',
    summary: 'Rename a passkey',
    params: idParams,
    body: Type.Object({ name: passkeyNameField() }),
    responses: { 200: { description: 'The passkey', schema: dataOf(Passkey) } },
    handle: async ({ scope, params, body }) => ({
      data: presentPasskey(await renamePasskey(scope, params.id, body.name)),
    }),
  });

  own.post('/api/user/passkeys/:id/remove', {
    operationId: 'removePasskey',
    summary: 'Remove a passkey',
    description: 'It no longer signs in. 409 if it is the only way to sign in.',
    params: idParams,
    body: Type.Object({ password: confirmedPasswordField() }),
    responses: {
      200: {
        description: 'It is removed',
        schema: dataOf(Type.Object({ removed: Type.Boolean({ examples: [true] }) })),
      },
    },
    handle: async ({ scope, params, body }) => {
      await removePasskey(scope, settings, params.id, body.password);
      return { data: { removed: true } };
    },
  });
}

/** Extensions are not used, so what the browser says about them does not matter. */
const asUsed = (credential: object) =>
  ({ ...credential, clientExtensionResults: {} }) as unknown as AuthenticationResponseJSON;
