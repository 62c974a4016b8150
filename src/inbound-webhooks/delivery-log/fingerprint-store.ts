import { sql, statement, type Tx } from '../../platform/db/index.ts';
import type { Delivery } from './delivery-store.ts';

/** Identifies an event by its content, so that a second hook that sends the same event under another id is recognised. */
export interface DeliveryFingerprint {
  provider: Delivery['provider'];
  /** SHA-256 of the body if the request is signed, else of the event name and the body. */
  fingerprint: string;
  /** Milliseconds since the epoch; an equal fingerprint claimed at or before this time is a different event. */
  since: number;
}

const claimFingerprintSql = statement<DeliveryFingerprint & { deliveryId: string; now: number }>(`
  insert into inbound_tellings (provider, fingerprint, delivery_id, told_at)
  values (:provider, :fingerprint, :deliveryId, :now)
  on conflict (provider, fingerprint) do update set delivery_id = excluded.delivery_id, told_at = excluded.told_at
    where inbound_tellings.told_at <= :since`);

/** Returns false if another delivery holds the fingerprint. A concurrent claim waits for this transaction to end. */
export const claimFingerprint = async (
  tx: Tx,
  { provider, fingerprint, since }: DeliveryFingerprint,
  deliveryId: string,
  now: number,
) => (await tx.run(claimFingerprintSql, { provider, fingerprint, since, deliveryId, now })) === 1;

/** The id in the delivery log of the delivery that holds the fingerprint. */
export const findDuplicateDelivery = sql.findValue<DeliveryFingerprint, { deliveryId: string }>(`
  select delivery_id as "deliveryId" from inbound_tellings
  where provider = :provider and fingerprint = :fingerprint and told_at > :since`);
