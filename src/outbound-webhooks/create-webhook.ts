import type { EventType } from '../events/index.ts';
import { forbiddenBecause, invalid } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { OutboundHttp } from '../platform/outbound-http/index.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import { isReadOnly, type Scope } from '../users/index.ts';
import { noteSubscriptionsChanged } from './subscriptions.ts';
import { secretPlace, type Webhook, webhooksPerPersonMax } from './webhook.ts';
import { canSubscribeToInstance } from './webhook-access.ts';
import { recordWebhookEvent, webhookCreated } from './webhook-events.ts';
import {
  findProjectId,
  newSecret,
  outgoingNames,
  parsePatterns,
  parseSecret,
  parseUrl,
} from './webhook-input.ts';
import { countWebhooksOf, findWebhook, insertWebhook } from './webhook-store.ts';

/** What the verbs of this room need beside a scope. */
export interface WebhookMeans {
  outbound: OutboundHttp;
  box: SecretBox;
  catalogue: readonly EventType[];
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

/** Answers the secret too where Docket made it, for that is the only time it can be read. */
export async function createWebhook(scope: Scope, means: WebhookMeans, input: NewWebhookInput) {
  const { actor, clock } = scope;
  const url = await parseUrl(input.url, means.outbound);
  const patterns = parsePatterns(input.events, outgoingNames(means.catalogue));
  const given = input.secret === undefined ? undefined : parseSecret(input.secret);
  assertMaySubscribe(scope, input.wholeInstance === true);
  const made = given === undefined ? newSecret() : undefined;
  const now = clock.now();
  const id = newId(now);
  const webhook = await scope.write(async (tx) => {
    if ((await countWebhooksOf(tx, actor.userId)) >= webhooksPerPersonMax) {
      throw invalid({ url: [`You have ${webhooksPerPersonMax} webhooks already. Delete one first.`] });
    }
    await insertWebhook(tx, {
      id,
      ownerId: actor.userId,
      url,
      events: JSON.stringify(patterns),
      description: input.description || null,
      projectId: input.projectId ? await findProjectId(tx, actor, input.projectId) : null,
      wholeInstance: input.wholeInstance ? 1 : 0,
      active: input.active === false ? 0 : 1,
      secret: means.box.seal((given ?? made) as string, secretPlace(id)),
      createdAt: now,
    });
    await noteSubscriptionsChanged(tx);
    const row = (await findWebhook(tx, id)) as Webhook;
    await recordWebhookEvent(tx, webhookCreated, row, { id: actor.userId, name: actor.name }, now);
    return row;
  });
  return { webhook, secret: made };
}

export function assertMaySubscribe({ actor }: Scope, wholeInstance: boolean): void {
  if (isReadOnly(actor)) throw forbiddenBecause('A VIEWER of this Docket cannot make or change webhooks');
  if (wholeInstance && !canSubscribeToInstance(actor)) {
    throw forbiddenBecause('Only administrators may subscribe to the whole instance');
  }
}
