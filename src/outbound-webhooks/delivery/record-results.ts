import type { Tx } from '../../platform/db/index.ts';
import type { Signed } from '../../platform/webhook-signature.ts';
import { bumpSubscriptionsVersion } from '../subscriptions.ts';
import { type DisablingReason, disableAfterFailingMs, probeIntervalMs, type Webhook } from '../webhook.ts';
import { recordWebhookDisabled } from '../webhook-events.ts';
import { disableWebhookRow, findWebhook } from '../webhook-store.ts';
import { type DeliveryState, deliveryQueues } from './delivery.ts';
import type { DeliveryResult, DueDelivery } from './delivery-store.ts';
import * as store from './delivery-store.ts';
import type { Outcome } from './outcome.ts';

/** A delivery whose attempt has ended but is not recorded yet. */
export interface EndedDelivery {
  delivery: DueDelivery;
  /** Undefined if nothing was sent, because the owner may no longer see the event. */
  attempt?: {
    at: number;
    durationMs: number;
    signed: Signed;
    outcome: Outcome;
    /** The wait until the next attempt; undefined if there is none. */
    waitMs: number | undefined;
  };
}

/** Records the results of many deliveries, and the health of their webhooks, in one transaction. */
export async function recordResults(tx: Tx, ended: EndedDelivery[], now: number): Promise<void> {
  for (const { delivery, attempt } of ended) {
    if (attempt && delivery.attempts > 0) await store.archiveLastAttempt(tx, delivery, delivery.attempts);
  }
  await store.updateDeliveries(
    tx,
    ended.map((each) => toResult(each, now)),
  );
  await updateHealthOfAll(tx, ended, now);
}

function toResult({ delivery, attempt }: EndedDelivery, now: number): DeliveryResult {
  const { webhookNumber, eventSeq, attempts, tries, queue } = delivery;
  const key = { webhookNumber, eventSeq };
  if (!attempt) {
    return {
      ...key,
      state: 'cancelled',
      queue,
      attempts,
      tries,
      nextAt: now,
      finishedAt: now,
      ...noAttempt,
      error: 'no_access',
    };
  }
  const { at, durationMs, signed, outcome, waitMs } = attempt;
  const state: DeliveryState = outcome.isSuccess ? 'delivered' : waitMs === undefined ? 'failed' : 'pending';
  return {
    ...key,
    state,
    queue: deliveryQueues.retry,
    attempts: attempts + 1,
    tries: tries + 1,
    nextAt: now + (waitMs ?? 0),
    finishedAt: state === 'pending' ? null : now,
    attemptedAt: at,
    durationMs,
    statusCode: outcome.status,
    error: outcome.error,
    signature: signed.signature,
    standardSignature: signed.standardSignature,
    responseBody: outcome.responseBody,
  };
}

const noAttempt = {
  attemptedAt: null,
  durationMs: null,
  statusCode: null,
  signature: null,
  standardSignature: null,
  responseBody: null,
};

async function updateHealthOfAll(tx: Tx, ended: EndedDelivery[], now: number): Promise<void> {
  const outcomes = new Map<number, Outcome[]>();
  for (const { delivery, attempt } of ended) {
    if (!attempt) continue;
    const known = outcomes.get(delivery.webhookNumber);
    if (known) known.push(attempt.outcome);
    else outcomes.set(delivery.webhookNumber, [attempt.outcome]);
  }
  // Rows are locked in ascending order, so that two processes cannot deadlock.
  for (const number of [...outcomes.keys()].sort((a, b) => a - b)) {
    await updateHealth(tx, number, outcomes.get(number) as Outcome[], now);
  }
}

async function updateHealth(tx: Tx, number: number, outcomes: Outcome[], now: number): Promise<void> {
  const failures = outcomes.filter(({ isSuccess }) => !isSuccess).length;
  const hasSuccess = failures < outcomes.length ? 1 : 0;
  const row = await store.updateWebhookHealth(tx, { number, hasSuccess, failures, at: now });
  if (row?.active !== 1) return;
  if (outcomes.some(({ isGone }) => isGone)) return disable(tx, row.id, 'gone', now);
  if (row.failingSince !== null && row.failingSince <= now - disableAfterFailingMs) {
    await disable(tx, row.id, 'failing', now);
  }
}

async function disable(tx: Tx, id: string, because: DisablingReason, now: number): Promise<void> {
  const webhook = (await findWebhook(tx, { id })) as Webhook;
  const probeAt = because === 'failing' ? now + probeIntervalMs : null;
  if (!(await disableWebhookRow(tx, { number: webhook.number, because, now, probeAt }))) return;
  await bumpSubscriptionsVersion(tx);
  await recordWebhookDisabled(tx, webhook, because, now);
}
