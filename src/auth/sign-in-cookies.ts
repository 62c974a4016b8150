import type { FastifyReply, FastifyRequest } from 'fastify';
import { presentAccount } from './auth-schemas.ts';
import type { SessionSettings } from './authenticate.ts';
import { type Client, sessionLifeMs } from './session.ts';
import { readStepCookie, sessionCookie, stepCookie } from './session-cookie.ts';
import type { SignedIn } from './sign-in.ts';
import type { NewStep } from './sign-in-step.ts';

/** What every route that signs somebody in does with the request and the cookies. */
export function newSignInCookies({ db, clock, cookieFor }: SessionSettings) {
  const readStepToken = (request: FastifyRequest) =>
    readStepCookie(request.headers.cookie, cookieFor(request));
  return {
    requestContext: ({ id, clientAddress }: FastifyRequest) => ({
      db,
      clock,
      request: { id, address: clientAddress },
    }),
    readStepToken,
    /** Ties the step to this browser. */
    setStepCookie: (request: FastifyRequest, reply: FastifyReply, { token, expiresAt }: NewStep) =>
      reply.header('set-cookie', stepCookie(token, expiresAt - clock.now(), cookieFor(request))),
    /** Replaces the token of the session cookie. */
    replaceSessionCookie: (request: FastifyRequest, reply: FastifyReply, token: string) =>
      reply.header('set-cookie', sessionCookie(token, sessionLifeMs, cookieFor(request))),
    /** Sets the session cookie and clears the cookie of the sign-in step. */
    answerSignedIn: (request: FastifyRequest, reply: FastifyReply, { user, session }: SignedIn) => {
      const settings = cookieFor(request);
      const cookies = [sessionCookie(session.token, sessionLifeMs, settings)];
      if (readStepToken(request) !== undefined) cookies.push(stepCookie('', 0, settings));
      reply.header('set-cookie', cookies);
      return { data: presentAccount(user, session) };
    },
  };
}

export const readClient = (request: FastifyRequest): Client => ({
  address: request.clientAddress,
  userAgent: request.headers['user-agent'] ?? null,
});
