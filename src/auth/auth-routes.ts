import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AuditSource, actingAs } from '../audit/index.ts';
import type { SignUpMode } from '../instance-settings/index.ts';
import type { Queries, Tx } from '../platform/db/index.ts';
import { forbiddenBecause } from '../platform/errors.ts';
import { nullable } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { toIso } from '../platform/instant.ts';
import { Type } from '../platform/schema.ts';
import { findUserById, hasAccounts, type User } from '../users/index.ts';
import { Account, codeField, presentAccount, SecondFactorNeeded, SignIn, SignUp } from './auth-schemas.ts';
import type { SessionSettings } from './authenticate.ts';
import { createAccount } from './create-account.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';
import { type SecondFactorSettings, signInWithCode } from './second-factor/sign-in-with-code.ts';
import { findSession, openSession, sessionLifeMs } from './session.ts';
import { readSessionCookie, sessionCookie } from './session-cookie.ts';
import { recordSignIn, signIn } from './sign-in.ts';
import { newSignInCookies, readClient } from './sign-in-cookies.ts';
import { signOut } from './sign-out.ts';
import { isSignUpOpen, type ReadSignUp } from './sign-up-mode.ts';
import { admitSignUp } from './sign-up-throttle.ts';

/** What sign-up needs of the invitations module, which is above this one. */
export interface Invitations {
  /** Throws unless the token invites the e-mail address. */
  assertInvited(queries: Queries, token: string, email: string, now: number): Promise<unknown>;
  accept(tx: Tx, token: string, user: User, source: AuditSource): Promise<unknown>;
}

export function addAuthRoutes(
  app: FastifyInstance,
  settings: SessionSettings &
    SecondFactorSettings & {
      readSignUp: ReadSignUp;
      relyingParty: RelyingParty | undefined;
      invitations: Invitations;
    },
): void {
  const router = newRouter(app, { tag: 'Accounts', access: 'public' });
  const { db, clock, cookieFor, readSignUp, secretBox, sendsMail, relyingParty, invitations } = settings;
  const { requestContext, readStepToken, setStepCookie, answerSignedIn } = newSignInCookies(settings);

  router.post('/api/auth/sign-up/email', {
    operationId: 'signUp',
    summary: 'Create an account and sign in',
    description:
      'The first account of an instance becomes its ADMIN. The answer sets the session cookie. If the instance sends e-mail, the account gets a link to verify its address.',
    body: SignUp,
    responses: { 201: { description: 'The account, with the session cookie', schema: dataOf(Account) } },
    handle: async (request, reply) => {
      const now = clock.now();
      // Named one by one: a role that a stranger sends must not become the role of the account.
      const { name, email, password, invitation } = request.body;
      const account = { name, email, password, verifiesEmail: sendsMail };
      await assertSignUpOpen(await readSignUp(db.reads), Boolean(invitation), () => hasAccounts(db.reads));
      // Checked before the password is hashed, which is slow on purpose; `accept` checks again in the transaction.
      if (invitation) await invitations.assertInvited(db.reads, invitation, email, now);
      else await db.transaction((tx) => admitSignUp(tx, request.clientAddress, now));
      const { user, session } = await createAccount(
        db,
        requestContext(request),
        account,
        async (tx, made) => {
          // Meanwhile somebody else may have become the first, or an administrator may have closed sign-up.
          const mode = await readSignUp(tx);
          await assertSignUpOpen(mode, Boolean(invitation), async () => made.role !== 'ADMIN');
          if (invitation)
            await invitations.accept(
              tx,
              invitation,
              made,
              actingAs(requestContext(request), { userId: made.id }),
            );
          const session = await openSession(tx, made.id, readClient(request), now);
          await recordSignIn(tx, requestContext(request), made, session.id);
          return { user: made, session };
        },
      );
      reply.header('set-cookie', sessionCookie(session.token, sessionLifeMs, cookieFor(request)));
      return { data: presentAccount(user, session) };
    },
  });

  router.post('/api/auth/sign-in/email', {
    operationId: 'signIn',
    summary: 'Sign in with e-mail address and password',
    checksCredentials: true,
    body: SignIn,
    responses: {
      200: { description: 'The account, with the session cookie', schema: dataOf(Account) },
      202: {
        description:
          'The password is right, and the account has a second factor: send its code to `/api/auth/sign-in/second-factor`, with the cookie of this answer. There is no session yet',
        schema: dataOf(SecondFactorNeeded),
      },
    },
    handle: async (request, reply) => {
      const context = { ...requestContext(request), relyingParty };
      const first = await signIn(context, request.body, readClient(request));
      if (!('secondStep' in first)) return answerSignedIn(request, reply, first);
      setStepCookie(request, reply, first.secondStep);
      const { expiresAt, methods } = first.secondStep;
      return reply.code(202).send({
        data: { secondFactor: { required: true, expiresAt: toIso(expiresAt), methods } },
      });
    },
  });

  router.post('/api/auth/sign-in/second-factor', {
    operationId: 'signInWithSecondFactor',
    summary: 'Finish a sign-in with the code of the second factor',
    description:
      'Needs the cookie that the first step set. A code works once. Wrong codes are limited like wrong passwords.',
    checksCredentials: true,
    body: Type.Object({ code: codeField() }),
    responses: { 200: { description: 'The account, with the session cookie', schema: dataOf(Account) } },
    handle: async (request, reply) => {
      const context = { ...requestContext(request), secretBox, sendsMail };
      return answerSignedIn(
        request,
        reply,
        await signInWithCode(context, readStepToken(request), request.body.code, readClient(request)),
      );
    },
  });

  router.post('/api/auth/sign-out', {
    operationId: 'signOut',
    summary: 'Sign out',
    responses: {
      200: {
        description: 'The cookie is cleared',
        schema: dataOf(Type.Object({ signedOut: Type.Boolean({ examples: [true] }) })),
      },
    },
    handle: async (request, reply) => {
      const session = await findRequestSession(request);
      if (session) await signOut(db, requestContext(request), session);
      reply.header('set-cookie', sessionCookie('', 0, cookieFor(request)));
      // Removes what the browser kept, even if the page of the web app is closed before it could do so.
      reply.header('clear-site-data', '"storage"');
      return { data: { signedOut: true } };
    },
  });

  router.get('/api/auth/get-session', {
    operationId: 'getSession',
    summary: 'Get the account and session of the cookie',
    responses: {
      200: { description: 'The account, or null without a valid session', schema: dataOf(nullable(Account)) },
    },
    handle: async (request) => {
      const session = await findRequestSession(request);
      if (!session) return { data: null };
      const user = (await findUserById(db.reads, { id: session.userId })) as User;
      return { data: presentAccount(user, session) };
    },
  });

  const findRequestSession = async (request: FastifyRequest) => {
    const token = readSessionCookie(request.headers.cookie, cookieFor(request));
    return token ? findSession({ db, clock }, token) : undefined;
  };
}

async function assertSignUpOpen(
  mode: SignUpMode,
  isInvited: boolean,
  anyAccounts: () => Promise<boolean>,
): Promise<void> {
  if (mode === 'invite' && isInvited) return;
  if (isSignUpOpen(mode, mode !== 'open' && !(await anyAccounts()))) return;
  if (mode === 'invite') throw forbiddenBecause('Sign-up needs an invitation. Ask an administrator for one.');
  throw forbiddenBecause('Sign-up is closed. Ask an administrator for an account.');
}
