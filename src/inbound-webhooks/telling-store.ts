import { statement, type Tx } from '../platform/db/index.ts';
import type { Delivery } from './delivery-store.ts';

/** An event as its bytes tell it, whatever id and hook they come with. */
export interface Telling {
  provider: Delivery['provider'];
  /** The hash of event and bytes. */
  fingerprint: string;
  /** What was told before that is another event. */
  since: number;
}

const take = statement<Telling & { deliveryId: string; now: number }>(`
  insert into inbound_tellings (provider, fingerprint, delivery_id, told_at)
  values (:provider, :fingerprint, :deliveryId, :now)
  on conflict (provider, fingerprint) do update set delivery_id = excluded.delivery_id, told_at = excluded.told_at
    where inbound_tellings.told_at <= :since`);
const first = statement<Telling, { deliveryId: string }>(`
  select delivery_id as "deliveryId" from inbound_tellings
  where provider = :provider and fingerprint = :fingerprint and told_at > :since`);

/** Answers whether it is the first to tell it; whoever tells the same at the same moment waits for this one. */
export const takeTelling = async (
  tx: Tx,
  { provider, fingerprint, since }: Telling,
  deliveryId: string,
  now: number,
) => (await tx.run(take, { provider, fingerprint, since, deliveryId, now })) === 1;

/** The ledger's id of who told it first. */
export const findFirstTeller = async (tx: Tx, { provider, fingerprint, since }: Telling) =>
  (await tx.find(first, { provider, fingerprint, since }))?.deliveryId;
