import type { Tx } from '../platform/db/index.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import { newSecret } from '../platform/webhook-signature.ts';
import type { Scope } from '../users/index.ts';
import type { WebhookDependencies } from './create-webhook.ts';
import { lockWebhookFor } from './get-webhook.ts';
import { oldSecretContext, oldSecretValidMs, secretContext, type Webhook } from './webhook.ts';
import { canUseWebhook } from './webhook-access.ts';
import { recordWebhookEvent, webhookUpdated } from './webhook-events.ts';
import { parseSecret } from './webhook-input.ts';
import { findWebhook, replaceSecret } from './webhook-store.ts';

/** Returns the new secret if Docket generated it. Deliveries are also signed with the old one for 24 hours. */
export async function rotateSecret(
  scope: Scope,
  { box, secretBytesMin }: WebhookDependencies,
  id: string,
  given: string | undefined,
) {
  const secret = given === undefined ? newSecret() : parseSecret(given, secretBytesMin);
  const { actor, clock } = scope;
  const webhook = await scope.write(async (tx) => {
    const before = await lockWebhookFor(tx, actor, id, canUseWebhook);
    const now = clock.now();
    await storeSecret(tx, box, before, secret, now);
    await recordWebhookEvent(tx, webhookUpdated, before, { id: actor.userId, name: actor.name }, now);
    return (await findWebhook(tx, { id })) as Webhook;
  });
  return { webhook, secret: given === undefined ? secret : undefined };
}

/** Stores the new secret and keeps the old one for another 24 hours. */
export async function storeSecret(tx: Tx, box: SecretBox, webhook: Webhook, secret: string, now: number) {
  const { id, number } = webhook;
  const old = box.open(webhook.secret, secretContext(id));
  await replaceSecret(tx, {
    number,
    ...{
      secret: box.seal(secret, secretContext(id)),
      oldSecret: box.seal(old, oldSecretContext(id)),
      oldSecretUntil: now + oldSecretValidMs,
    },
    now,
  });
}
