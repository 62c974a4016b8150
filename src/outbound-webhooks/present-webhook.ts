import { present } from '../platform/present.ts';
import { requestHeaders } from '../platform/webhook-signature.ts';
import { deliveryId, deliveryQueues } from './delivery/delivery.ts';
import { serializePayload } from './delivery/payload.ts';
import type { AttemptRow, DeliveryRow } from './delivery-list-store.ts';
import { readPatterns, type Webhook } from './webhook.ts';
import { Attempt, Delivery, Webhook as PublicWebhook } from './webhook-schemas.ts';

/** Without the secret. */
export const presentWebhook = (webhook: Webhook) =>
  present(PublicWebhook, webhook, { events: readPatterns(webhook) });

export const presentDelivery = ({ id }: Webhook, delivery: Omit<DeliveryRow, 'data'>) =>
  present(Delivery, delivery, {
    id: deliveryId(delivery),
    webhookId: id,
    event: delivery.type,
    nextAttemptAt:
      delivery.state !== 'pending'
        ? undefined
        : delivery.queue === deliveryQueues.first
          ? delivery.createdAt
          : delivery.nextAt,
    status: delivery.statusCode,
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
const presentAttempt = (delivery: DeliveryRow, attempt: AttemptRow) =>
  present(Attempt, attempt, {
    status: attempt.statusCode,
    requestHeaders: requestHeaders({
      eventId: delivery.eventId,
      eventType: delivery.type,
      deliveryId: deliveryId(delivery),
      attempt: attempt.number,
      timestamp: Math.floor(attempt.at / 1000),
      signature: attempt.signature,
      standardSignature: attempt.standardSignature,
    }),
  });
