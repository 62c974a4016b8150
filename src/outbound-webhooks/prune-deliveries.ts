import type { Database } from '../platform/db/index.ts';
import { firstIdAt } from '../platform/ids.ts';
import { deleteOldDeliveries, findEventSince, hasDeliveries } from './prune-store.ts';
import { leaseMs } from './webhook.ts';
import { deleteWebhookRow, listDeletedWebhooks, listWebhookNumbers } from './webhook-store.ts';

const rowsPerStep = 500;
const everything = Number.MAX_SAFE_INTEGER;

/**
 * Removes deliveries that were kept long enough, and webhooks that were deleted so long ago that nobody writes down
 * results of theirs any more; in steps that hold nobody up.
 */
export async function pruneDeliveries(db: Database, now: number, keptMs: number): Promise<number> {
  const before = now - keptMs;
  let removed = 0;
  // Events are numbered as they happen, so what is old enough lies before one of them.
  const eventSeqBefore = (await findEventSince(db.reads, firstIdAt(before))) ?? everything;
  for (const webhookNumber of await listWebhookNumbers(db.reads)) {
    removed += await prune(db, { webhookNumber, eventSeqBefore, before });
  }
  for (const webhookNumber of await listDeletedWebhooks(db.reads, now - 2 * leaseMs)) {
    removed += await prune(db, { webhookNumber, eventSeqBefore: everything, before: everything });
    await db.transaction(async (tx) => {
      if (!(await hasDeliveries(tx, webhookNumber))) await deleteWebhookRow(tx, webhookNumber);
    });
  }
  return removed;
}

async function prune(
  db: Database,
  which: { webhookNumber: number; eventSeqBefore: number; before: number },
): Promise<number> {
  let removed = 0;
  for (;;) {
    const step = await db.transaction((tx) => deleteOldDeliveries(tx, { ...which, limit: rowsPerStep }));
    removed += step;
    if (step < rowsPerStep) return removed;
  }
}
