import type { Tx } from '../platform/db/index.ts';
import { type DeliveryState, lanes } from './delivery.ts';
import {
  type DeliveryResult,
  type DueDelivery,
  keepLastAttempt,
  recordDeliveries,
  recordTally,
} from './delivery-store.ts';
import type { Outcome } from './outcome.ts';
import type { Signed } from './signature.ts';
import { noteSubscriptionsChanged } from './subscriptions.ts';
import { type DisablingReason, failingAllowedMs, probeEveryMs, type Webhook } from './webhook.ts';
import { recordDisabling } from './webhook-events.ts';
import { disableWebhookRow, findWebhook } from './webhook-store.ts';

/** A delivery that is over for now. */
export interface Finished {
  delivery: DueDelivery;
  /** Undefined where nothing was sent, because its owner may not see it any more. */
  sent?: {
    at: number;
    durationMs: number;
    signed: Signed;
    outcome: Outcome;
    /** Until the next attempt, if there is one. */
    waitMs: number | undefined;
  };
}

/** Writes down how deliveries ended and what follows for their webhooks; all at once, for each commit costs the same. */
export async function recordResults(tx: Tx, finished: Finished[], now: number): Promise<void> {
  for (const { delivery, sent } of finished) {
    if (sent && delivery.attempts > 0) await keepLastAttempt(tx, delivery, delivery.attempts);
  }
  await recordDeliveries(
    tx,
    finished.map((each) => resultOf(each, now)),
  );
  await tallyWebhooks(tx, finished, now);
}

function resultOf({ delivery, sent }: Finished, now: number): DeliveryResult {
  const { webhookNumber, eventSeq, attempts, tries, lane } = delivery;
  const key = { webhookNumber, eventSeq, attemptsBefore: attempts };
  if (!sent) {
    return {
      ...key,
      state: 'cancelled',
      lane,
      attempts,
      tries,
      nextAt: now,
      finishedAt: now,
      ...nothingSent,
      error: 'no_access',
    };
  }
  const { at, durationMs, signed, outcome, waitMs } = sent;
  const state: DeliveryState = outcome.isSuccess ? 'delivered' : waitMs === undefined ? 'failed' : 'pending';
  return {
    ...key,
    state,
    lane: lanes.again,
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

const nothingSent = {
  attemptedAt: null,
  durationMs: null,
  statusCode: null,
  signature: null,
  standardSignature: null,
  responseBody: null,
};

async function tallyWebhooks(tx: Tx, finished: Finished[], now: number): Promise<void> {
  const outcomes = new Map<number, Outcome[]>();
  for (const { delivery, sent } of finished) {
    if (!sent) continue;
    const own = outcomes.get(delivery.webhookNumber);
    if (own) own.push(sent.outcome);
    else outcomes.set(delivery.webhookNumber, [sent.outcome]);
  }
  // In one order everywhere, so that two processes never wait for each other.
  for (const number of [...outcomes.keys()].sort((a, b) => a - b)) {
    await tallyOne(tx, number, outcomes.get(number) as Outcome[], now);
  }
}

async function tallyOne(tx: Tx, number: number, outcomes: Outcome[], now: number): Promise<void> {
  const failures = outcomes.filter(({ isSuccess }) => !isSuccess).length;
  const hasSuccess = failures < outcomes.length ? 1 : 0;
  const row = await recordTally(tx, { number, hasSuccess, failures, at: now });
  if (row?.active !== 1) return;
  if (outcomes.some(({ isGone }) => isGone)) return disable(tx, row.id, 'gone', now);
  if (row.failingSince !== null && row.failingSince <= now - failingAllowedMs) {
    await disable(tx, row.id, 'failing', now);
  }
}

async function disable(tx: Tx, id: string, because: DisablingReason, now: number): Promise<void> {
  const webhook = (await findWebhook(tx, id)) as Webhook;
  const probeAt = because === 'failing' ? now + probeEveryMs : null;
  if (!(await disableWebhookRow(tx, webhook.number, because, now, probeAt))) return;
  await noteSubscriptionsChanged(tx);
  await recordDisabling(tx, webhook, because, now);
}
