import type { Queries } from '../platform/db/index.ts';
import { forbiddenBecause, notFound } from '../platform/errors.ts';
import type { Page } from '../platform/paging.ts';
import type { Actor, Scope } from '../users/index.ts';
import type { Webhook } from './webhook.ts';
import { canReadWebhook } from './webhook-access.ts';
import {
  countAllWebhooks,
  countWebhooksOf,
  findWebhook,
  listAllWebhooks,
  listWebhooksOf,
  lockWebhook,
} from './webhook-store.ts';

type May = (actor: Actor, webhook: Webhook) => boolean;

export const getWebhook = ({ db, actor }: Scope, id: string) =>
  getWebhookFor(db.reads, actor, id, canReadWebhook);

export const getWebhookFor = async (queries: Queries, actor: Actor, id: string, may: May) =>
  assertMay(await findWebhook(queries, id), actor, may);

/** The same, held until the transaction ends. */
export const lockWebhookFor = async (tx: Queries, actor: Actor, id: string, may: May) =>
  assertMay(await lockWebhook(tx, id), actor, may);

function assertMay(webhook: Webhook | undefined, actor: Actor, may: May): Webhook {
  if (!webhook) throw notFound('Webhook');
  if (!may(actor, webhook)) throw forbiddenBecause('Insufficient permissions to access this webhook');
  return webhook;
}

/** One's own, or as an administrator everybody's. */
export async function listWebhooks({ db, actor }: Scope, ofEveryone: boolean, page: Page) {
  if (!ofEveryone) {
    const rows = await listWebhooksOf(db.reads, actor.userId, page.limit, page.offset);
    return { rows, total: await countWebhooksOf(db.reads, actor.userId) };
  }
  if (actor.role !== 'ADMIN') throw forbiddenBecause('Only administrators see the webhooks of everybody');
  const rows = await listAllWebhooks(db.reads, page.limit, page.offset);
  return { rows, total: await countAllWebhooks(db.reads) };
}
