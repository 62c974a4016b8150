import { conflict } from '../platform/errors.ts';
import type { Scope } from '../users/index.ts';
import { insertDeliveries } from './delivery/delivery-store.ts';
import { type DeliveryRow, findDeliveryOfEvent } from './delivery-list-store.ts';
import { lockWebhookFor } from './get-webhook.ts';
import type { Webhook } from './webhook.ts';
import { canUseWebhook } from './webhook-access.ts';
import { recordWebhookEvent, webhookTest } from './webhook-events.ts';

/** Sends a `webhook.test` event, signed and retried like any other. */
export async function testWebhook(
  scope: Scope,
  id: string,
): Promise<{ webhook: Webhook; delivery: DeliveryRow }> {
  const { actor, clock } = scope;
  return scope.write(async (tx) => {
    const webhook = await lockWebhookFor(tx, actor, id, canUseWebhook);
    assertActive(webhook);
    const user = { id: actor.userId, name: actor.name };
    const event = await recordWebhookEvent(tx, webhookTest, webhook, user, clock.now());
    await insertDeliveries(tx, { webhookIds: [id], eventIds: [event.id] });
    const delivery = await findDeliveryOfEvent(tx, { webhookNumber: webhook.number, eventId: event.id });
    return { webhook, delivery: delivery as DeliveryRow };
  });
}

export function assertActive({ active }: Webhook): void {
  if (active === 1) return;
  throw conflict('This webhook is disabled. Set "active" to true, then try again.');
}
