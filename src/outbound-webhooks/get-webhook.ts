import { recordAdminRead } from '../audit/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { forbiddenBecause, notFound } from '../platform/errors.ts';
import type { Page } from '../platform/paging.ts';
import type { Actor, Scope } from '../users/index.ts';
import type { Webhook } from './webhook.ts';
import { canReadWebhook } from './webhook-access.ts';
import { findWebhook, listAllWebhooks, listUserWebhooks, lockWebhook } from './webhook-store.ts';

type Permission = (actor: Actor, webhook: Webhook) => boolean;

export async function getWebhook(scope: Scope, id: string): Promise<Webhook> {
  const webhook = await getWebhookFor(scope.db.reads, scope.actor, id, canReadWebhook);
  if (webhook.ownerId !== scope.actor.userId)
    await recordAdminRead(scope, 'webhooks.read', { kind: 'webhook', id });
  return webhook;
}

export const getWebhookFor = async (queries: Queries, actor: Actor, id: string, hasPermission: Permission) =>
  assertPermitted(await findWebhook(queries, { id }), actor, hasPermission);

/** Locks the row until the transaction ends. */
export const lockWebhookFor = async (tx: Queries, actor: Actor, id: string, hasPermission: Permission) =>
  assertPermitted(await lockWebhook(tx, { id }), actor, hasPermission);

function assertPermitted(webhook: Webhook | undefined, actor: Actor, hasPermission: Permission): Webhook {
  if (!webhook) throw notFound('Webhook');
  if (!hasPermission(actor, webhook))
    throw forbiddenBecause('Insufficient permissions to access this webhook');
  return webhook;
}

/** Lists the caller's webhooks, or all webhooks for an administrator. */
export async function listWebhooks(scope: Scope, ofAllUsers: boolean, page: Page) {
  const { db, actor } = scope;
  if (!ofAllUsers) return listUserWebhooks(db.reads, actor.userId, page);
  if (actor.role !== 'ADMIN')
    throw forbiddenBecause('Only administrators can list the webhooks of all users');
  await recordAdminRead(scope, 'webhooks.read');
  return listAllWebhooks(db.reads, {}, page);
}
