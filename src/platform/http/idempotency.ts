import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, dayMs } from '../clock.ts';
import { type Database, type Queries, statement, type Tx } from '../db/index.ts';
import { conflict, invalid, Refusal } from '../errors.ts';

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

interface StoredAnswer {
  requestHash: string;
  status: number | null;
  body: string | null;
}

const keyLengthMax = 255;
const idempotencyKeptMs = dayMs;

const findAnswer = statement<{ callerId: string; key: string; since: number }, StoredAnswer>(`
  select request_hash as "requestHash", status, body from idempotency_keys
  where caller_id = :callerId and key = :key and created_at > :since`);
const dropExpired = statement<{ callerId: string; key: string; since: number }>(`
  delete from idempotency_keys where caller_id = :callerId and key = :key and created_at <= :since`);
const insertClaim = statement<{ callerId: string; key: string; requestHash: string; now: number }>(`
  insert into idempotency_keys (caller_id, key, request_hash, created_at)
  values (:callerId, :key, :requestHash, :now)`);
const saveAnswer = statement<{ callerId: string; key: string; status: number; body: string }>(`
  update idempotency_keys set status = :status, body = :body where caller_id = :callerId and key = :key`);
const sweep = statement<{ since: number }>('delete from idempotency_keys where created_at <= :since');

/**
 * A POST with an Idempotency-Key happens once. The key is claimed inside the transaction of the change, so even a
 * crash between the commit and the answer cannot make a retry do it again: it is told that it was done.
 */
export function installIdempotency(
  app: FastifyInstance,
  {
    db,
    clock,
    callerOf,
  }: { db: Database; clock: Clock; callerOf: (request: FastifyRequest) => string | undefined },
): void {
  app.decorateRequest('idempotency', undefined);

  const findFirst = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return;
    const callerId = callerOf(request);
    if (callerId === undefined) return;
    if (key.length === 0 || key.length > keyLengthMax) {
      throw invalid({ 'Idempotency-Key': [`Idempotency-Key must have 1 to ${keyLengthMax} characters`] });
    }
    const requestHash = hash('sha256', `${request.url}\n${request.rawBody ?? ''}`, 'base64url');
    const since = clock.now() - idempotencyKeptMs;
    const stored = await db.reads.find(findAnswer, { callerId, key, since });
    if (stored) return replay(stored, requestHash, reply);
    request.idempotency = { callerId, key, requestHash, claimed: false };
  };

  const keepAnswer = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const claim = request.idempotency;
    // An error means that the change was undone, and the claim with it; a twin may hold the key by now.
    if (!claim?.claimed || reply.statusCode >= 400 || typeof payload !== 'string') return;
    const { callerId, key } = claim;
    await db.transaction((tx) =>
      tx.run(saveAnswer, { callerId, key, status: reply.statusCode, body: payload }),
    );
  };

  app.addHook('onRoute', (route) => {
    if (route.method !== 'POST') return;
    route.preHandler = [route.preHandler ?? [], findFirst].flat();
    if (!route.config?.secretAnswer) route.onSend = [route.onSend ?? [], keepAnswer].flat();
  });
}

/**
 * To be called first in the transaction of the change, and again when that is repeated after a deadlock; waits for,
 * or loses to, a twin that is under way.
 */
export async function claimIdempotencyKey(tx: Tx, request: FastifyRequest, now: number): Promise<void> {
  const claim = request.idempotency;
  if (!claim) return;
  const { callerId, key, requestHash } = claim;
  await tx.run(dropExpired, { callerId, key, since: now - idempotencyKeptMs });
  await tx.run(insertClaim, { callerId, key, requestHash, now });
  claim.claimed = true;
}

export const sweepIdempotencyKeys = (tx: Queries, now: number) =>
  tx.run(sweep, { since: now - idempotencyKeptMs });

function replay(stored: StoredAnswer, requestHash: string, reply: FastifyReply): FastifyReply {
  if (stored.requestHash !== requestHash) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
  }
  if (stored.status === null || stored.body === null) {
    throw conflict(
      'The first request with this Idempotency-Key was received; its answer is not there yet. Look up what it made, or try again.',
    );
  }
  return reply
    .code(stored.status)
    .header('idempotent-replayed', 'true')
    .type('application/json; charset=utf-8')
    .serializer((body: string) => body)
    .send(stored.body);
}
