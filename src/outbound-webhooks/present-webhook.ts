import { toIso } from '../platform/instant.ts';
import { requestHeaders } from '../platform/webhook-signature.ts';
import { deliveryId, deliveryQueues } from './delivery/delivery.ts';
import { serializePayload } from './delivery/payload.ts';
import type { AttemptRow, DeliveryRow } from './delivery-list-store.ts';
import { readPatterns, type Webhook } from './webhook.ts';

/** Without the secret. */
export const presentWebhook = (webhook: Webhook) => ({
  id: webhook.id,
  url: webhook.url,
  events: readPatterns(webhook),
  active: webhook.active === 1,
  ...(webhook.description !== null && { description: webhook.description }),
  ...(webhook.projectId !== null && { projectId: webhook.projectId }),
  wholeInstance: webhook.wholeInstance === 1,
  ownerId: webhook.ownerId,
  ...(webhook.disabledBecause !== null && { disabledBecause: webhook.disabledBecause }),
  ...(webhook.disabledAt !== null && { disabledAt: toIso(webhook.disabledAt) }),
  failureCount: webhook.failureCount,
  ...(webhook.lastDeliveryAt !== null && { lastDeliveryAt: toIso(webhook.lastDeliveryAt) }),
  createdAt: toIso(webhook.createdAt),
  updatedAt: toIso(webhook.updatedAt),
});

export const presentDelivery = ({ id }: Webhook, delivery: Omit<DeliveryRow, 'data'>) => ({
  id: deliveryId(delivery),
  webhookId: id,
  eventId: delivery.eventId,
  event: delivery.type,
  state: delivery.state,
  attempts: delivery.attempts,
  createdAt: toIso(delivery.createdAt),
  ...(delivery.state === 'pending' && {
    nextAttemptAt: toIso(delivery.queue === deliveryQueues.first ? delivery.createdAt : delivery.nextAt),
  }),
  ...(delivery.finishedAt !== null && { finishedAt: toIso(delivery.finishedAt) }),
  ...(delivery.statusCode !== null && { status: delivery.statusCode }),
  ...(delivery.error !== null && { error: delivery.error }),
});

export function presentDeliveryWithAttempts(webhook: Webhook, delivery: DeliveryRow, attempts: AttemptRow[]) {
  const { eventId, type, occurredAt, data } = delivery;
  return {
    ...presentDelivery(webhook, delivery),
    request: {
      method: 'POST',
      url: webhook.url,
      body: serializePayload({ id: eventId, type, occurredAt, data }).toString(),
    },
    history: attempts.map((attempt) => presentAttempt(delivery, attempt)),
  };
}

/** The request headers are rebuilt from the stored attempt, signatures included, so the secret is not needed. */
const presentAttempt = (delivery: DeliveryRow, attempt: AttemptRow) => ({
  number: attempt.number,
  at: toIso(attempt.at),
  durationMs: attempt.durationMs,
  ...(attempt.statusCode !== null && { status: attempt.statusCode }),
  ...(attempt.error !== null && { error: attempt.error }),
  requestHeaders: requestHeaders({
    eventId: delivery.eventId,
    eventType: delivery.type,
    deliveryId: deliveryId(delivery),
    attempt: attempt.number,
    timestamp: Math.floor(attempt.at / 1000),
    signature: attempt.signature,
    standardSignature: attempt.standardSignature,
  }),
  ...(attempt.responseBody !== null && { responseBody: attempt.responseBody }),
});
