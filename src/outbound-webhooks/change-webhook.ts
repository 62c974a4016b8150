import { recordAudit } from '../audit/index.ts';
import { forbiddenBecause } from '../platform/errors.ts';
import { assertFresh } from '../platform/versions.ts';
import type { Scope } from '../users/index.ts';
import { assertMaySubscribe, type NewWebhookInput, type WebhookDependencies } from './create-webhook.ts';
import { getWebhookFor, lockWebhookFor } from './get-webhook.ts';
import { storeSecret } from './rotate-secret.ts';
import { bumpSubscriptionsVersion } from './subscriptions.ts';
import type { Webhook } from './webhook.ts';
import { canStopWebhook, canUseWebhook } from './webhook-access.ts';
import { recordWebhookEvent, webhookUpdated } from './webhook-events.ts';
import { getProjectId, parsePatterns, parseSecret, parseUrl, publicEventNames } from './webhook-input.ts';
import { clearWebhookFailures, findWebhook, updateWebhookRow } from './webhook-store.ts';

export type WebhookChanges = Partial<NewWebhookInput>;

/** Changes the given fields. Enabling a webhook also clears its failures. */
export async function changeWebhook(
  scope: Scope,
  dependencies: WebhookDependencies,
  id: string,
  input: WebhookChanges,
): Promise<Webhook> {
  const { actor, clock } = scope;
  await getWebhookFor(scope.db.reads, actor, id, canStopWebhook);
  const parsed = {
    ...(input.url !== undefined && { url: await parseUrl(input.url, dependencies.outbound) }),
    ...(input.events !== undefined && {
      events: JSON.stringify(parsePatterns(input.events, publicEventNames(dependencies.catalogue))),
    }),
    ...(input.description !== undefined && { description: input.description || null }),
    ...(input.wholeInstance !== undefined && { wholeInstance: input.wholeInstance ? 1 : 0 }),
  };
  const secret =
    input.secret === undefined ? undefined : parseSecret(input.secret, dependencies.secretBytesMin);
  return scope.write(async (tx) => {
    const before = await lockWebhookFor(tx, actor, id, canStopWebhook);
    assertFresh(scope.acceptedVersions, before.version);
    const now = clock.now();
    const { projectId } = input;
    const next: Webhook = {
      ...before,
      ...parsed,
      ...(projectId !== undefined && {
        // An unchanged project is kept even if the caller may no longer see it.
        projectId:
          projectId && projectId !== before.projectId ? await getProjectId(tx, actor, projectId) : projectId,
      }),
      ...activation(before, input.active, now),
      updatedAt: now,
    };
    const changesTarget =
      ownerOnlyFields.some((field) => next[field] !== before[field]) || secret !== undefined;
    if (changesTarget && !canUseWebhook(actor, before)) {
      throw forbiddenBecause('Administrators can only enable or disable the webhooks of other users');
    }
    if (next.wholeInstance > before.wholeInstance) assertMaySubscribe(scope, true);
    if (!changesTarget && next.active === before.active) return before;
    await updateWebhookRow(tx, next);
    if (next.active > before.active) await clearWebhookFailures(tx, { number: before.number });
    if (secret !== undefined) await storeSecret(tx, dependencies.box, next, secret, now);
    await bumpSubscriptionsVersion(tx);
    await recordWebhookEvent(tx, webhookUpdated, next, { id: actor.userId, name: actor.name }, now);
    tx.notify();
    const subject = { kind: 'webhook', id } as const;
    if (next.wholeInstance > before.wholeInstance)
      await recordAudit(tx, scope, 'webhook.whole_instance', subject);
    if (before.ownerId !== actor.userId) {
      const action = next.active === 1 ? 'webhook.started' : 'webhook.stopped';
      await recordAudit(tx, scope, action, subject, { ownerId: before.ownerId });
    }
    return (await findWebhook(tx, { id })) as Webhook;
  });
}

const ownerOnlyFields = ['url', 'events', 'description', 'projectId', 'wholeInstance'] as const;

function activation({ active }: Webhook, requested: boolean | undefined, now: number): Partial<Webhook> {
  if (requested === undefined || (active === 1) === requested) return {};
  return requested
    ? { active: 1, disabledBecause: null, disabledAt: null }
    : { active: 0, disabledBecause: 'asked', disabledAt: now };
}
