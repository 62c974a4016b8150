import type { Tx } from '../platform/db/index.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import type { Scope } from '../users/index.ts';
import type { WebhookMeans } from './create-webhook.ts';
import { lockWebhookFor } from './get-webhook.ts';
import { oldSecretKeptMs, oldSecretPlace, secretPlace, type Webhook } from './webhook.ts';
import { canUseWebhook } from './webhook-access.ts';
import { recordWebhookEvent, webhookUpdated } from './webhook-events.ts';
import { newSecret, parseSecret } from './webhook-input.ts';
import { findWebhook, replaceSecret } from './webhook-store.ts';

/** Answers the new secret where Docket made it. The old one signs beside it for a day. */
export async function rotateSecret(
  scope: Scope,
  { box }: WebhookMeans,
  id: string,
  given: string | undefined,
) {
  const secret = given === undefined ? newSecret() : parseSecret(given);
  const { actor, clock } = scope;
  const webhook = await scope.write(async (tx) => {
    const before = await lockWebhookFor(tx, actor, id, canUseWebhook);
    const now = clock.now();
    await keepSecret(tx, box, before, secret, now);
    await recordWebhookEvent(tx, webhookUpdated, before, { id: actor.userId, name: actor.name }, now);
    return (await findWebhook(tx, id)) as Webhook;
  });
  return { webhook, secret: given === undefined ? secret : undefined };
}

export async function keepSecret(tx: Tx, box: SecretBox, webhook: Webhook, secret: string, now: number) {
  const { id, number } = webhook;
  const old = box.open(webhook.secret, secretPlace(id));
  await replaceSecret(
    tx,
    number,
    {
      secret: box.seal(secret, secretPlace(id)),
      oldSecret: box.seal(old, oldSecretPlace(id)),
      oldSecretUntil: now + oldSecretKeptMs,
    },
    now,
  );
}
