import { recordAudit } from '../audit/index.ts';
import type { EventType } from '../events/index.ts';
import { forbiddenBecause, invalid } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { OutboundHttp } from '../platform/outbound-http/index.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import { newSecret } from '../platform/webhook-signature.ts';
import { assertEmailVerified, isReadOnly, type Scope } from '../users/index.ts';
import { bumpSubscriptionsVersion } from './subscriptions.ts';
import { secretContext, type Webhook, webhooksPerUserMax } from './webhook.ts';
import { canSubscribeToInstance } from './webhook-access.ts';
import { recordWebhookEvent, webhookCreated } from './webhook-events.ts';
import { getProjectId, parsePatterns, parseSecret, parseUrl, publicEventNames } from './webhook-input.ts';
import { countUserWebhooks, findWebhook, insertWebhook } from './webhook-store.ts';

export interface WebhookDependencies {
  outbound: OutboundHttp;
  box: SecretBox;
  catalogue: readonly EventType[];
  /** The shortest secret that a user may set. */
  secretBytesMin: number;
}

export interface NewWebhookInput {
  url: string;
  events: string[];
  secret?: string | undefined;
  description?: string | null | undefined;
  projectId?: string | null | undefined;
  wholeInstance?: boolean | undefined;
  active?: boolean | undefined;
}

/** Returns the secret if Docket generated it; it cannot be read later. */
export async function createWebhook(scope: Scope, dependencies: WebhookDependencies, input: NewWebhookInput) {
  const { actor, clock } = scope;
  const url = await parseUrl(input.url, dependencies.outbound);
  const patterns = parsePatterns(input.events, publicEventNames(dependencies.catalogue));
  const given =
    input.secret === undefined ? undefined : parseSecret(input.secret, dependencies.secretBytesMin);
  assertMaySubscribe(scope, input.wholeInstance === true);
  const generated = given === undefined ? newSecret() : undefined;
  const now = clock.now();
  const id = newId(now);
  const webhook = await scope.write(async (tx) => {
    await assertEmailVerified(tx, scope);
    if ((await countUserWebhooks(tx, actor.userId)) >= webhooksPerUserMax) {
      throw invalid({ url: [`You have ${webhooksPerUserMax} webhooks, the maximum. Delete one first.`] });
    }
    await insertWebhook(tx, {
      id,
      ownerId: actor.userId,
      url,
      events: JSON.stringify(patterns),
      description: input.description || null,
      projectId: input.projectId ? await getProjectId(tx, actor, input.projectId) : null,
      wholeInstance: input.wholeInstance ? 1 : 0,
      active: input.active === false ? 0 : 1,
      secret: dependencies.box.seal((given ?? generated) as string, secretContext(id)),
      createdAt: now,
    });
    await bumpSubscriptionsVersion(tx);
    const row = (await findWebhook(tx, { id })) as Webhook;
    await recordWebhookEvent(tx, webhookCreated, row, { id: actor.userId, name: actor.name }, now);
    if (row.wholeInstance === 1)
      await recordAudit(tx, scope, 'webhook.whole_instance', { kind: 'webhook', id });
    return row;
  });
  return { webhook, secret: generated };
}

export function assertMaySubscribe({ actor }: Scope, wholeInstance: boolean): void {
  if (isReadOnly(actor))
    throw forbiddenBecause('Users with the role VIEWER cannot create or change webhooks');
  if (wholeInstance && !canSubscribeToInstance(actor)) {
    throw forbiddenBecause('Only administrators can subscribe to the whole instance');
  }
}
