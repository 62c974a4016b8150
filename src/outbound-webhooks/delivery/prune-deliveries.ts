import type { Database } from '../../platform/db/index.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { leaseMs } from '../webhook.ts';
import { deleteWebhookRow, listDeletedWebhooks, listWebhookNumbers } from '../webhook-store.ts';
import { deleteOldDeliveries, findFirstEventSeq, hasDeliveries } from './prune-store.ts';

const rowsPerBatch = 500;
const unbounded = Number.MAX_SAFE_INTEGER;

/**
 * Deletes deliveries older than `keptMs`, and deleted webhooks with their deliveries once no process can hold a lease on
 * them. Each transaction deletes at most 500 deliveries, so that writers wait only briefly. Returns the number deleted.
 */
export async function pruneDeliveries(db: Database, now: number, keptMs: number): Promise<number> {
  const createdBefore = now - keptMs;
  let removed = 0;
  // Event numbers ascend with time: all old deliveries have a number below that of the first event to keep.
  const eventSeqBefore = (await findFirstEventSeq(db.reads, { id: firstIdAt(createdBefore) })) ?? unbounded;
  for (const webhookNumber of await listWebhookNumbers(db.reads)) {
    removed += await prune(db, { webhookNumber, eventSeqBefore, createdBefore });
  }
  for (const webhookNumber of await listDeletedWebhooks(db.reads, { before: now - 2 * leaseMs })) {
    removed += await prune(db, { webhookNumber, eventSeqBefore: unbounded, createdBefore: unbounded });
    await db.transaction(async (tx) => {
      if (!(await hasDeliveries(tx, { webhookNumber })))
        await deleteWebhookRow(tx, { number: webhookNumber });
    });
  }
  return removed;
}

async function prune(
  db: Database,
  which: { webhookNumber: number; eventSeqBefore: number; createdBefore: number },
): Promise<number> {
  let removed = 0;
  for (;;) {
    const deleted = await db.transaction((tx) => deleteOldDeliveries(tx, { ...which, limit: rowsPerBatch }));
    removed += deleted;
    if (deleted < rowsPerBatch) return removed;
  }
}
