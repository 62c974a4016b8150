import { type Queries, sql, statement } from '../../platform/db/index.ts';

interface PruneBatch {
  webhookNumber: number;
  eventSeqBefore: number;
  createdBefore: number;
  limit: number;
}

const old = `select event_seq from webhook_deliveries
    where webhook_number = :webhookNumber and event_seq < :eventSeqBefore and created_at < :createdBefore
    order by event_seq limit :limit`;
const deleteAttempts = statement<PruneBatch>(
  `delete from webhook_attempts where webhook_number = :webhookNumber and event_seq in (${old})`,
);
const deleteDeliveries = statement<PruneBatch>(
  `delete from webhook_deliveries where webhook_number = :webhookNumber and event_seq in (${old})`,
);

/** Returns the number of deliveries. */
export async function deleteOldDeliveries(tx: Queries, batch: PruneBatch): Promise<number> {
  await tx.run(deleteAttempts, batch);
  return tx.run(deleteDeliveries, batch);
}

export const hasDeliveries = sql.exists<{ webhookNumber: number }, { eventSeq: number }>(`
  select event_seq as "eventSeq" from webhook_deliveries where webhook_number = :webhookNumber limit 1`);

/** The `seq` of the first event with this id or a later one; ids grow with time. */
export const findFirstEventSeq = sql.findValue<{ id: string }, { seq: number }>(
  'select seq from events where id >= :id order by id limit 1',
);
