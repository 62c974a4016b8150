import { type Queries, statement } from '../platform/db/index.ts';

interface Old {
  webhookNumber: number;
  eventSeqBefore: number;
  before: number;
  limit: number;
}

const old = `select event_seq from webhook_deliveries
    where webhook_number = :webhookNumber and event_seq < :eventSeqBefore and created_at < :before
    order by event_seq limit :limit`;
const attempts = statement<Old>(
  `delete from webhook_attempts where webhook_number = :webhookNumber and event_seq in (${old})`,
);
const deliveries = statement<Old>(
  `delete from webhook_deliveries where webhook_number = :webhookNumber and event_seq in (${old})`,
);
const any = statement<{ webhookNumber: number }, { eventSeq: number }>(`
  select event_seq as "eventSeq" from webhook_deliveries where webhook_number = :webhookNumber limit 1`);
const firstSince = statement<{ id: string }, { seq: number }>(
  'select seq from events where id >= :id order by id limit 1',
);

/** Answers how many deliveries went, with their attempts. */
export async function deleteOldDeliveries(tx: Queries, which: Old): Promise<number> {
  await tx.run(attempts, which);
  return tx.run(deliveries, which);
}

export const hasDeliveries = async (queries: Queries, webhookNumber: number) =>
  (await queries.find(any, { webhookNumber })) !== undefined;

/** The number of the first event whose id is not before this one. */
export const findEventSince = async (queries: Queries, id: string) =>
  (await queries.find(firstSince, { id }))?.seq;
