import { hash } from 'node:crypto';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
  RouteHandlerMethod,
} from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database, Tx, Work } from '../db/index.ts';
import { conflict, invalid, Refusal, type RefusalCode } from '../errors.ts';
import type { Logger } from '../logger.ts';
import {
  findStoredResponse,
  insertKey,
  type StoredResponse,
  saveResponse,
  saveResult,
} from './idempotency-store.ts';
import { jsonType } from './json-in-turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    idempotency: Idempotency | undefined;
    /** True once the transaction of the change is committed: a later error does not mean that nothing was changed. */
    hasCommitted: boolean;
  }
}

interface Idempotency {
  callerId: string;
  key: string;
  requestHash: string;
  isClaimed: boolean;
  /** The result of the first request's use case, from which its answer is built again. */
  repeated?: { value: unknown };
}

const keyLengthMax = 255;
const replayedHeader = 'idempotent-replayed';

/**
 * A POST with an Idempotency-Key runs once. The transaction of the change inserts the key and what the use case returned;
 * the answer is stored after it was built.
 *
 * | Stored            | How it came about                                 | A repeat                                          |
 * |-------------------|---------------------------------------------------|---------------------------------------------------|
 * | nothing           | not committed                                     | runs, or waits for the first and gets 409         |
 * | key and result    | the process ended, still builds the answer, or    | runs the handler, whose write returns the result  |
 * |                   | the answer has a secret that is made anew         |                                                   |
 * | key and answer    | the usual case                                    | gets the answer                                   |
 * | key alone         | the answer has a secret, which is not stored      | gets 409                                          |
 */
export function installIdempotency(
  app: FastifyInstance,
  {
    db,
    clock,
    logger,
    callerOf,
    assertReplayAllowed,
  }: {
    db: Database;
    clock: Clock;
    logger: Pick<Logger, 'warn'>;
    callerOf: (request: FastifyRequest) => string | undefined;
    /** Throws if the caller may no longer see what the stored answer is about. */
    assertReplayAllowed: (request: FastifyRequest, body: string) => Promise<void>;
  },
): void {
  app.decorateRequest('idempotency', undefined);
  app.decorateRequest('hasCommitted', false);

  const replayFirstAnswer = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return;
    const callerId = callerOf(request);
    if (callerId === undefined) return;
    if (key.length === 0 || key.length > keyLengthMax) {
      throw invalid({ 'Idempotency-Key': [`Idempotency-Key must have 1 to ${keyLengthMax} characters`] });
    }
    const requestHash = hash('sha256', `${request.url}\n${request.rawBody ?? ''}`, 'base64url');
    const claim: Idempotency = { callerId, key, requestHash, isClaimed: false };
    request.idempotency = claim;
    const stored = await findStoredResponse(db.reads, claim, clock.now());
    if (!stored) return;
    assertSameRequest(stored, claim);
    if (stored.body !== null) {
      await assertReplayAllowed(request, stored.body);
      return sendStored(reply, stored.status as number, stored.body);
    }
    if (stored.result === null) throw answerNotStored();
    claim.repeated = JSON.parse(stored.result) as { value: unknown };
  };

  const storeResponse = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const claim = request.idempotency;
    if (!claim || reply.statusCode >= 400) return;
    const body = Buffer.isBuffer(payload) && isJson(reply) ? payload.toString() : payload;
    if (typeof body !== 'string') return;
    if (claim.repeated) {
      await assertReplayAllowed(request, body);
      reply.header(replayedHeader, 'true');
    } else if (!claim.isClaimed) return;
    if (request.routeOptions.config.rebuiltResponse) return;
    // The change is committed and a repeat can build the answer again, so this must not turn the answer into an error.
    await db
      .transaction((tx) => saveResponse(tx, claim, { status: reply.statusCode, body }))
      .catch((error: unknown) =>
        logger.warn({ err: error, requestId: request.id }, 'Cannot store the answer of an Idempotency-Key'),
      );
  };

  app.addHook('onRoute', (route) => {
    if (route.method !== 'POST') return;
    // Without the header neither hook makes a promise.
    const replay: preHandlerHookHandler = (request, reply, done) =>
      request.headers['idempotency-key'] === undefined ? done() : replayFirstAnswer(request, reply);
    const store: onSendHookHandler = (request, reply, payload, done) =>
      request.idempotency ? storeResponse(request, reply, payload) : done(null, payload);
    route.preHandler = [route.preHandler ?? [], replay].flat();
    if (route.config?.secretResponse) return;
    route.onSend = [route.onSend ?? [], store].flat();
    route.handler = explainingFailedRepeats(route.handler);
  });
}

const isJson = (reply: FastifyReply) =>
  String(reply.getHeader('content-type')).startsWith('application/json');

/** Runs the transaction of the change, or returns what it returned to the first request with the same Idempotency-Key. */
export async function writeOnce<T>(
  db: Database,
  request: FastifyRequest,
  now: number,
  work: Work<T>,
): Promise<T> {
  const claim = request.idempotency;
  if (claim?.repeated) return claim.repeated.value as T;
  const value = await db.transaction(claim ? (tx) => claimAndRun(tx, request, claim, now, work) : work);
  if (claim) claim.isClaimed = true;
  request.hasCommitted = true;
  return value;
}

async function claimAndRun<T>(
  tx: Tx,
  request: FastifyRequest,
  claim: Idempotency,
  now: number,
  work: Work<T>,
): Promise<T> {
  // First, so that it waits for a running request with the same key, and fails if that one commits.
  await insertKey(tx, claim, now);
  const value = await work(tx);
  if (!request.routeOptions.config.secretResponse) await saveResult(tx, claim, JSON.stringify({ value }));
  return value;
}

/** The change was made, so a repeat must not be refused for a reason that has arisen since. */
function explainingFailedRepeats(handler: RouteHandlerMethod): RouteHandlerMethod {
  return function handle(request, reply) {
    const answer = handler.call(this, request, reply);
    if (!request.idempotency?.repeated) return answer;
    return Promise.resolve(answer).catch((error: unknown) => {
      throw error instanceof Refusal && outdated.includes(error.code) ? answerLost(error) : error;
    });
  };
}

/** Refusals that the change itself, or a later one, can cause. */
const outdated: RefusalCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'CONFLICT',
  'PRECONDITION_FAILED',
];

const answerLost = ({ message }: Refusal) =>
  conflict(
    `The first request with this Idempotency-Key was carried out, but its answer can no longer be built (${message}). Look up what it changed.`,
  );

const answerNotStored = () =>
  conflict(
    'The first request with this Idempotency-Key was carried out. Its answer contains a secret, so it is not stored. Look up what it created; if you need the secret, create another.',
  );

function assertSameRequest({ requestHash }: StoredResponse, claim: Idempotency): void {
  if (requestHash === claim.requestHash) return;
  throw new Refusal(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  );
}

const sendStored = (reply: FastifyReply, status: number, body: string) =>
  reply
    .code(status)
    .header(replayedHeader, 'true')
    .type(jsonType)
    .serializer((text: string) => text)
    .send(body);
