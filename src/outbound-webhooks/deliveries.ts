import type { Queries } from '../platform/db/index.ts';
import { notFound } from '../platform/errors.ts';
import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import { parseDeliveryId } from './delivery/delivery.ts';
import type { DeliveryFilter, DeliveryRow } from './delivery-list-store.ts';
import * as store from './delivery-list-store.ts';
import { getWebhookFor, lockWebhookFor } from './get-webhook.ts';
import { assertActive } from './test-webhook.ts';
import type { Webhook } from './webhook.ts';
import { canReadDeliveries, canUseWebhook } from './webhook-access.ts';

export async function listDeliveries(
  { db, actor }: Scope,
  webhookId: string,
  filter: DeliveryFilter,
  page: Page,
) {
  const webhook = await getWebhookFor(db.reads, actor, webhookId, canReadDeliveries);
  return { webhook, ...(await store.listDeliveryRows(db.workerReads, webhook.number, filter, page)) };
}

export async function getDelivery({ db, actor }: Scope, webhookId: string, id: string) {
  const webhook = await getWebhookFor(db.reads, actor, webhookId, canReadDeliveries);
  const delivery = await getWebhookDelivery(db.reads, webhook, id);
  return { webhook, delivery, attempts: await store.listAttempts(db.reads, delivery) };
}

/** Sends the same event with the same id again, with the full retry schedule. */
export async function redeliver(scope: Scope, webhookId: string, id: string) {
  const { actor, clock } = scope;
  return scope.write(async (tx) => {
    const webhook = await lockWebhookFor(tx, actor, webhookId, canUseWebhook);
    const { webhookNumber, eventSeq } = await getWebhookDelivery(tx, webhook, id);
    assertActive(webhook);
    await store.restartDelivery(tx, { ...{ webhookNumber, eventSeq }, now: clock.now() });
    tx.notify();
    return { webhook, delivery: await getWebhookDelivery(tx, webhook, id) };
  });
}

/** Sends every delivery again that failed for good since then. Returns their number. */
export async function recoverDeliveries(scope: Scope, webhookId: string, since: number): Promise<number> {
  const { actor, clock } = scope;
  return scope.write(async (tx) => {
    const webhook = await lockWebhookFor(tx, actor, webhookId, canUseWebhook);
    assertActive(webhook);
    tx.notify();
    return store.restartFailedSince(tx, webhook.number, since, clock.now());
  });
}

async function getWebhookDelivery(queries: Queries, { number }: Webhook, id: string): Promise<DeliveryRow> {
  const key = parseDeliveryId(id);
  const delivery = key?.webhookNumber === number ? await store.findDelivery(queries, key) : undefined;
  if (!delivery) throw notFound('Delivery');
  return delivery;
}
