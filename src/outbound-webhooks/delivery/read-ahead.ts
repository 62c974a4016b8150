import type { Queries } from '../../platform/db/index.ts';
import { type DueDelivery, listDueDeliveries, listSendableWebhooks } from './delivery-store.ts';
import type { LeasedWebhook } from './leased-webhook.ts';

const webhooksPerRead = 20;

/** Reads the due deliveries of leased webhooks into memory, two statements for 20 webhooks. */
export async function readAhead(queries: Queries, leased: LeasedWebhook[], now: number): Promise<void> {
  for (let start = 0; start < leased.length; start += webhooksPerRead) {
    await readBatch(queries, leased.slice(start, start + webhooksPerRead), now);
  }
}

async function readBatch(queries: Queries, batch: LeasedWebhook[], now: number): Promise<void> {
  const readAtMs = performance.now();
  const sendable = await listSendableWebhooks(queries, { ids: batch.map(({ id }) => id) });
  const webhookByNumber = new Map(sendable.map((webhook) => [webhook.number, webhook]));
  const rows = await listDueDeliveries(
    queries,
    batch.map((leased) => leased.readLimits()),
    now,
  );
  const rowsByWebhook = new Map<number, DueDelivery[]>(batch.map(({ number }) => [number, []]));
  for (const row of rows) rowsByWebhook.get(row.webhookNumber)?.push(row);
  for (const leased of batch) {
    leased.webhook = webhookByNumber.get(leased.number);
    if (leased.webhook) leased.add(rowsByWebhook.get(leased.number) ?? [], readAtMs);
    else {
      leased.dropReadAhead();
      leased.mayHaveMore = false;
    }
  }
}
