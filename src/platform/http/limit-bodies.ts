import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetworks } from '../client-networks.ts';
import { secondMs } from '../clock.ts';
import { Refusal, unavailable } from '../errors.ts';
import { setTimer as realSetTimer, type SetTimer } from '../timer.ts';
import { BodyBudget, type BodyLimits, type BodyOwner } from './body-budget.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request has reserved of the budget; null if nothing. */
    reservedBody: BodyOwner | null;
  }
  interface FastifyInstance {
    bodyBudget: BodyBudget;
  }
}

export interface BodyOptions {
  /** Finds who is signed in. */
  callerOf: (request: FastifyRequest) => string | undefined;
  limits?: Partial<BodyLimits> | undefined;
  setTimer?: SetTimer | undefined;
}

// A body must not stand still for one interval, and must be complete after three.
export const bodyCheckMs = 10 * secondMs;
const bodyChecksMax = 3;
/** For how long the rest of a refused body is discarded: a client that is still sending reads the answer only then. */
export const discardMs = 5 * secondMs;

/**
 * Admits a body before any of it is read, if `BodyBudget` has room for its length, and holds that room until the answer.
 * A body without a length counts as the longest that its route accepts. Files are not counted: they are streamed.
 */
export function limitBodies(
  app: FastifyInstance,
  { callerOf, limits, setTimer = realSetTimer }: BodyOptions,
): void {
  const budget = new BodyBudget(limits);
  app.decorate('bodyBudget', budget);
  app.decorateRequest('reservedBody', null);
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = bytesToHold(request);
    if (bytes === 0) return done(null, payload);
    const person = callerOf(request);
    const caller = person ?? clientNetworks(request.clientAddress).network;
    const body = { caller, isAnonymous: person === undefined, bytes };
    if (!budget.reserve(body)) return done(tooManyBodies());
    request.reservedBody = body;
    if (!isReceived(request.raw)) refuseSlowBody(request, reply, setTimer);
    done(null, payload);
  });
  app.answerSteps.push((request, reply) => {
    if (request.reservedBody) budget.release(request.reservedBody);
    request.reservedBody = null;
    if (isReceived(request.raw) || !hasBody(request) || takesFiles(request)) return;
    if (reply.getHeader('connection') !== 'close') closeAfterBody(request, reply);
    setTimer(discardMs, () => isReceived(request.raw) || request.raw.destroy());
  });
}

/**
 * Node closes the connection of a client that asks for it right after the answer. One that is still sending would get a
 * reset in the place of the answer, so its connection ends with its body.
 */
function closeAfterBody({ raw }: FastifyRequest, { raw: response }: FastifyReply): void {
  if (response.shouldKeepAlive) return;
  response.shouldKeepAlive = true;
  raw.once('end', () => raw.socket.destroySoon());
}

/** `complete` is not set on requests that tests inject. */
const isReceived = ({ complete, readableEnded }: IncomingMessage) => complete || readableEnded;

function takesFiles({ routeOptions: { config }, headers }: FastifyRequest): boolean {
  if (config.takesJson && !headers['content-type']?.startsWith('multipart/')) return false;
  return config.takesFiles === true;
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function bytesToHold(request: FastifyRequest): number {
  if (!hasBody(request) || takesFiles(request) || request.method === 'GET' || request.method === 'HEAD')
    return 0;
  const { bodyLimit } = request.routeOptions;
  const length = Number(request.headers['content-length'] ?? bodyLimit);
  // A longer body is refused by its length, and not read.
  return length > bodyLimit ? 0 : length;
}

function refuseSlowBody({ raw }: FastifyRequest, reply: FastifyReply, setTimer: SetTimer): void {
  const check = (checksLeft: number, bytesReadBefore: number): void => {
    if (isReceived(raw) || raw.destroyed || reply.sent) return;
    const { bytesRead } = raw.socket;
    if (checksLeft > 0 && bytesRead > bytesReadBefore) {
      setTimer(bodyCheckMs, () => check(checksLeft - 1, bytesRead));
      return;
    }
    void reply.header('connection', 'close').send(bodyTooSlow());
  };
  const { bytesRead } = raw.socket;
  setTimer(bodyCheckMs, () => check(bodyChecksMax - 1, bytesRead));
}

const tooManyBodies = () =>
  unavailable('The server receives too many large requests at the moment. Try again in a few seconds.');

export const bodyTooSlow = () =>
  new Refusal('REQUEST_TIMEOUT', 'The request body did not arrive in time. Send the request again.');
