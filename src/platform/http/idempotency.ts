import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../db/index.ts';
import { conflict, invalid, Refusal } from '../errors.ts';
import { findStoredResponse, insertKey, type StoredResponse, saveResponse } from './idempotency-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    idempotency: Idempotency | undefined;
  }
}

interface Idempotency {
  callerId: string;
  key: string;
  requestHash: string;
  claimed: boolean;
}

const keyLengthMax = 255;

/**
 * A POST with an Idempotency-Key runs once. The key is inserted in the transaction of the change, so a retry after a crash
 * between the commit and the response does not run again: it gets 409.
 */
export function installIdempotency(
  app: FastifyInstance,
  {
    db,
    clock,
    callerOf,
    assertReplayAllowed,
  }: {
    db: Database;
    clock: Clock;
    callerOf: (request: FastifyRequest) => string | undefined;
    /** Throws if the caller may no longer see what the stored answer is about. */
    assertReplayAllowed: (request: FastifyRequest, body: string) => Promise<void>;
  },
): void {
  app.decorateRequest('idempotency', undefined);

  const replayFirstAnswer = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return;
    const callerId = callerOf(request);
    if (callerId === undefined) return;
    if (key.length === 0 || key.length > keyLengthMax) {
      throw invalid({ 'Idempotency-Key': [`Idempotency-Key must have 1 to ${keyLengthMax} characters`] });
    }
    const requestHash = hash('sha256', `${request.url}\n${request.rawBody ?? ''}`, 'base64url');
    const stored = await findStoredResponse(db.reads, { callerId, key }, clock.now());
    if (stored) {
      if (stored.requestHash === requestHash && stored.body !== null)
        await assertReplayAllowed(request, stored.body);
      return replay(stored, requestHash, reply);
    }
    request.idempotency = { callerId, key, requestHash, claimed: false };
  };

  const storeResponse = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const claim = request.idempotency;
    // An error rolled back the change and the key with it; another request may have inserted the key since.
    if (!claim?.claimed || reply.statusCode >= 400 || typeof payload !== 'string') return;
    await db.transaction((tx) => saveResponse(tx, claim, { status: reply.statusCode, body: payload }));
  };

  app.addHook('onRoute', (route) => {
    if (route.method !== 'POST') return;
    route.preHandler = [route.preHandler ?? [], replayFirstAnswer].flat();
    if (!route.config?.secretResponse) route.onSend = [route.onSend ?? [], storeResponse].flat();
  });
}

/**
 * Must be called first in the transaction of the change, and again when the transaction is retried. It waits for a
 * running request with the same key, and fails if that one commits.
 */
export async function claimIdempotencyKey(tx: Tx, request: FastifyRequest, now: number): Promise<void> {
  const claim = request.idempotency;
  if (!claim) return;
  await insertKey(tx, claim, now);
  claim.claimed = true;
}

function replay(stored: StoredResponse, requestHash: string, reply: FastifyReply): FastifyReply {
  if (stored.requestHash !== requestHash) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
  }
  if (stored.status === null || stored.body === null) {
    throw conflict(
      'The first request with this Idempotency-Key was received, but its response is not stored. Look up what it created, or try again.',
    );
  }
  return reply
    .code(stored.status)
    .header('idempotent-replayed', 'true')
    .type('application/json; charset=utf-8')
    .serializer((body: string) => body)
    .send(stored.body);
}
