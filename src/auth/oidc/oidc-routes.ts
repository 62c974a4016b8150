import type { FastifyInstance } from 'fastify';
import { id, nullable, timestamp } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { toIso } from '../../platform/instant.ts';
import { Type } from '../../platform/schema.ts';
import { confirmedPasswordField } from '../auth-schemas.ts';
import type { SessionSettings } from '../authenticate.ts';
import { findSession, sessionLifeMs } from '../session.ts';
import { readSessionCookie, sessionCookie, stepCookie } from '../session-cookie.ts';
import { newSignInCookies, readClient } from '../sign-in-cookies.ts';
import { type Identity, listIdentities, removeIdentity } from './identities.ts';
import { finishFlow, type OidcSettings, startConnecting, startSignIn } from './oidc-flow.ts';
import { ProviderRefusal } from './provider-refusal.ts';

const providerField = () =>
  Type.String({
    minLength: 1,
    maxLength: 30,
    examples: ['google'],
    description: 'The id of a provider of `GET /api/instance`',
  });
const Redirection = dataOf(
  Type.Object({
    url: Type.String({
      description: 'Where to send the browser',
      examples: ['https://accounts.example.org/auth?client_id=docket&state=…'],
    }),
  }),
);

const IdentitySchema = Type.Object(
  {
    id: id(),
    provider: Type.String({ examples: ['google'] }),
    email: nullable(Type.String({ description: 'As the provider named it', examples: ['ada@example.org'] })),
    createdAt: timestamp(),
    lastUsedAt: timestamp(),
  },
  { title: 'Identity' },
);

const present = ({ id, provider, email, createdAt, usedAt }: Identity) => ({
  id,
  provider,
  email,
  createdAt: toIso(createdAt),
  lastUsedAt: toIso(usedAt),
});

/** Adds sign-in with providers of OpenID Connect. */
export function addOidcRoutes(
  app: FastifyInstance,
  { db, clock, cookieFor }: SessionSettings,
  settings: OidcSettings,
): void {
  const open = newRouter(app, { tag: 'Accounts', access: 'public' });
  const { requestContext, readStepToken, setStepCookie } = newSignInCookies({ db, clock, cookieFor });

  open.post('/api/auth/sign-in/oidc', {
    operationId: 'signInWithProvider',
    summary: 'Begin to sign in with a provider',
    description:
      'Send the browser to `url`. The provider sends it back to Docket, which opens the session and shows `next`. The answer sets a cookie: only this browser can finish the sign-in, within 10 minutes.',
    asksOthers: true,
    body: Type.Object({
      provider: providerField(),
      next: Type.Optional(
        nullable(
          Type.String({
            maxLength: 2_000,
            examples: ['/p/PAY/board'],
            description: 'The path of the web app to show afterwards; anything else is ignored',
          }),
        ),
      ),
    }),
    responses: { 200: { description: 'Where to send the browser', schema: Redirection } },
    handle: async (request, reply) => {
      const { provider, next } = request.body;
      const { url, ...step } = await startSignIn(requestContext(request), settings, provider, next);
      setStepCookie(request, reply, step);
      return { data: { url } };
    },
  });

  open.get('/api/auth/oidc/:provider/callback', {
    operationId: 'finishSignInWithProvider',
    summary: 'Where a provider sends the browser back to',
    description:
      'Redirects to the page that was asked for, with the session cookie; to `/sign-in?step=code` if the account has a second factor, to `/sign-in?step=code-passkey` if it also has a passkey; to `/sign-in?problem=…` if it cannot sign in.',
    params: Type.Object({ provider: providerField() }),
    responses: { 302: { description: 'The web app' } },
    handle: async (request, reply) => {
      const cookies = cookieFor(request);
      const session = readSessionCookie(request.headers.cookie, cookies);
      const ended = stepCookie('', 0, cookies);
      try {
        const finished = await finishFlow(requestContext(request), settings, request.params.provider, {
          query: request.url.split('?')[1] ?? '',
          token: readStepToken(request),
          sessionUserId: session && (await findSession({ db, clock }, session))?.userId,
          client: readClient(request),
        });
        const { next } = finished;
        if ('connected' in finished) return reply.headers({ 'set-cookie': ended, location: next }).send();
        const { first } = finished;
        if ('secondStep' in first) {
          const step = first.secondStep.methods.join('-');
          const location = `/sign-in?step=${step}&next=${encodeURIComponent(next)}`;
          setStepCookie(request, reply, first.secondStep);
          return reply.header('location', location).send();
        }
        const opened = sessionCookie(first.session.token, sessionLifeMs, cookies);
        return reply.header('set-cookie', [opened, ended]).header('location', next).send();
      } catch (error) {
        if (!(error instanceof ProviderRefusal)) throw error;
        const location = `/sign-in?problem=${error.problem}`;
        return reply.headers({ 'set-cookie': ended, location }).send();
      }
    },
  });

  const own = newRouter(app, { tag: 'Accounts', access: 'signed-in' });

  own.get('/api/user/identities', {
    operationId: 'listIdentities',
    summary: 'List the accounts of providers that you sign in with',
    responses: {
      200: { description: 'Oldest first', schema: dataOf(Type.Array(IdentitySchema)) },
    },
    handle: async ({ scope }) => ({ data: (await listIdentities(scope)).map(present) }),
  });

  own.post('/api/user/identities', {
    operationId: 'connectProvider',
    summary: 'Begin to connect a provider to your account',
    description: 'Send the browser to `url`; it comes back to `/me/security`.',
    asksOthers: true,
    body: Type.Object({ provider: providerField(), password: confirmedPasswordField() }),
    responses: { 200: { description: 'Where to send the browser', schema: Redirection } },
    handle: async (request, reply) => {
      const { provider, password } = request.body;
      const { url, ...step } = await startConnecting(request.scope, settings, provider, password);
      setStepCookie(request, reply, step);
      return { data: { url } };
    },
  });

  own.delete('/api/user/identities/:id', {
    operationId: 'removeIdentity',
    summary: 'Disconnect an account of a provider',
    description: '409 if it is the only way to sign in.',
    params: Type.Object({ id: id() }),
    delete: ({ scope, params }) => removeIdentity(scope, settings.relyingParty, params.id),
  });
}
