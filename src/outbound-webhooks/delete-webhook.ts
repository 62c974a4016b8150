import { recordAudit } from '../audit/index.ts';
import { assertFresh } from '../platform/versions.ts';
import type { Scope } from '../users/index.ts';
import { lockWebhookFor } from './get-webhook.ts';
import { bumpSubscriptionsVersion } from './subscriptions.ts';
import { canStopWebhook } from './webhook-access.ts';
import { recordWebhookEvent, webhookDeleted } from './webhook-events.ts';
import { markWebhookDeleted } from './webhook-store.ts';

/** Stops all deliveries at once, pending ones too. The pruning tick deletes the rows later. */
export async function deleteWebhook(scope: Scope, id: string): Promise<string> {
  const { actor, clock } = scope;
  return scope.write(async (tx) => {
    const webhook = await lockWebhookFor(tx, actor, id, canStopWebhook);
    assertFresh(scope.acceptedVersions, webhook.version);
    const now = clock.now();
    await markWebhookDeleted(tx, { number: webhook.number, now });
    await bumpSubscriptionsVersion(tx);
    await recordWebhookEvent(tx, webhookDeleted, webhook, { id: actor.userId, name: actor.name }, now);
    if (webhook.ownerId !== actor.userId) {
      const details = { ownerId: webhook.ownerId, deleted: true };
      await recordAudit(tx, scope, 'webhook.stopped', { kind: 'webhook', id }, details);
    }
    return id;
  });
}
