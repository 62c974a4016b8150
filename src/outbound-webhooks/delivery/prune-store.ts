import { type Queries, statement } from '../../platform/db/index.ts';

interface PruneBatch {
  webhookNumber: number;
  eventSeqBefore: number;
  before: number;
  limit: number;
}

const old = `select event_seq from webhook_deliveries
    where webhook_number = :webhookNumber and event_seq < :eventSeqBefore and created_at < :before
    order by event_seq limit :limit`;
const attempts = statement<PruneBatch>(
  `delete from webhook_attempts where webhook_number = :webhookNumber and event_seq in (${old})`,
);
const deliveries = statement<PruneBatch>(
  `delete from webhook_deliveries where webhook_number = :webhookNumber and event_seq in (${old})`,
);
const anyDelivery = statement<{ webhookNumber: number }, { eventSeq: number }>(`
  select event_seq as "eventSeq" from webhook_deliveries where webhook_number = :webhookNumber limit 1`);
const firstEventSince = statement<{ id: string }, { seq: number }>(
  'select seq from events where id >= :id order by id limit 1',
);

/** Deletes the deliveries and their attempts. Returns the number of deliveries. */
export async function deleteOldDeliveries(tx: Queries, batch: PruneBatch): Promise<number> {
  await tx.run(attempts, batch);
  return tx.run(deliveries, batch);
}

export const hasDeliveries = async (queries: Queries, webhookNumber: number) =>
  (await queries.find(anyDelivery, { webhookNumber })) !== undefined;

/** The number of the first event whose id is at or after this one. */
export const findFirstEventSeq = async (queries: Queries, id: string) =>
  (await queries.find(firstEventSince, { id }))?.seq;
