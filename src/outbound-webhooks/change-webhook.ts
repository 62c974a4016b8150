import { forbiddenBecause } from '../platform/errors.ts';
import { assertFresh } from '../platform/versions.ts';
import type { Scope } from '../users/index.ts';
import { assertMaySubscribe, type NewWebhookInput, type WebhookMeans } from './create-webhook.ts';
import { getWebhookFor, lockWebhookFor } from './get-webhook.ts';
import { keepSecret } from './rotate-secret.ts';
import { noteSubscriptionsChanged } from './subscriptions.ts';
import type { Webhook } from './webhook.ts';
import { canStopWebhook, canUseWebhook } from './webhook-access.ts';
import { recordWebhookEvent, webhookUpdated } from './webhook-events.ts';
import { findProjectId, outgoingNames, parsePatterns, parseSecret, parseUrl } from './webhook-input.ts';
import { findWebhook, forgetWebhookFailures, updateWebhookRow } from './webhook-store.ts';

export type WebhookChanges = Partial<NewWebhookInput>;

/** What is absent stays. Making it active again forgets its failures. */
export async function changeWebhook(
  scope: Scope,
  means: WebhookMeans,
  id: string,
  input: WebhookChanges,
): Promise<Webhook> {
  const { actor, clock } = scope;
  await getWebhookFor(scope.db.reads, actor, id, canStopWebhook);
  const parsed = {
    ...(input.url !== undefined && { url: await parseUrl(input.url, means.outbound) }),
    ...(input.events !== undefined && {
      events: JSON.stringify(parsePatterns(input.events, outgoingNames(means.catalogue))),
    }),
    ...(input.description !== undefined && { description: input.description || null }),
    ...(input.wholeInstance !== undefined && { wholeInstance: input.wholeInstance ? 1 : 0 }),
  };
  const secret = input.secret === undefined ? undefined : parseSecret(input.secret);
  return scope.write(async (tx) => {
    const before = await lockWebhookFor(tx, actor, id, canStopWebhook);
    assertFresh(scope.acceptedVersions, before.version);
    const now = clock.now();
    const { projectId } = input;
    const next: Webhook = {
      ...before,
      ...parsed,
      ...(projectId !== undefined && {
        // What it is narrowed to already need not be visible any more to stay.
        projectId:
          projectId && projectId !== before.projectId ? await findProjectId(tx, actor, projectId) : projectId,
      }),
      ...switched(before, input.active, now),
      updatedAt: now,
    };
    const isElsewhere = keptByAdmins.some((field) => next[field] !== before[field]) || secret !== undefined;
    if (isElsewhere && !canUseWebhook(actor, before)) {
      throw forbiddenBecause('Of the webhooks of others administrators change only whether they are active');
    }
    if (next.wholeInstance > before.wholeInstance) assertMaySubscribe(scope, true);
    if (!isElsewhere && next.active === before.active) return before;
    await updateWebhookRow(tx, next);
    if (next.active > before.active) await forgetWebhookFailures(tx, before.number);
    if (secret !== undefined) await keepSecret(tx, means.box, next, secret, now);
    await noteSubscriptionsChanged(tx);
    await recordWebhookEvent(tx, webhookUpdated, next, { id: actor.userId, name: actor.name }, now);
    tx.notify();
    return (await findWebhook(tx, id)) as Webhook;
  });
}

const keptByAdmins = ['url', 'events', 'description', 'projectId', 'wholeInstance'] as const;

function switched({ active }: Webhook, wanted: boolean | undefined, now: number): Partial<Webhook> {
  if (wanted === undefined || (active === 1) === wanted) return {};
  return wanted
    ? { active: 1, disabledBecause: null, disabledAt: null }
    : { active: 0, disabledBecause: 'asked', disabledAt: now };
}
