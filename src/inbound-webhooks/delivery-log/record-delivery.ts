import { isDeepStrictEqual } from 'node:util';
import { type Tx, UniqueViolation } from '../../platform/db/index.ts';
import { newId } from '../../platform/ids.ts';
import { type DeliveryResult, deriveOutcome } from './delivery.ts';
import type { Delivery } from './delivery-store.ts';
import * as store from './delivery-store.ts';
import { claimFingerprint, type DeliveryFingerprint, findDuplicateDelivery } from './fingerprint-store.ts';

export type NewDelivery = Omit<
  Delivery,
  'id' | 'outcome' | 'reason' | 'effects' | 'repeats' | 'receivedAt'
> & {
  body: string;
  /** Why the delivery has no effect, where that is known before its effects are applied. */
  reason?: string;
};

/** How a delivery is compared with earlier ones that carry the same content under another id. */
export interface FingerprintCheck extends DeliveryFingerprint {
  /** True: claim the fingerprint. False: only look for a delivery that holds it. */
  isClaimed: boolean;
}

export interface ReceivedDelivery {
  delivery: Delivery;
  /** An earlier delivery was the same, so nothing was done. `delivery` is the earlier one. */
  isDuplicate: boolean;
}

type Write = (work: (tx: Tx) => Promise<ReceivedDelivery>) => Promise<ReceivedDelivery>;
/** Applies the effects of a delivery in the transaction that records it. */
export type ApplyEffects = (tx: Tx, delivery: Delivery) => Promise<DeliveryResult>;

/** Inserts the delivery into the log and applies its effects in one transaction. */
export async function recordDelivery(
  write: Write,
  newDelivery: NewDelivery,
  now: number,
  applyEffects: ApplyEffects,
  fingerprintCheck?: FingerprintCheck,
): Promise<ReceivedDelivery> {
  const { body, ...fields } = newDelivery;
  return write(async (tx) => {
    const started: Delivery = {
      ...fields,
      id: newId(now),
      outcome: 'ignored',
      reason: fields.reason?.slice(0, reasonLengthMax) ?? null,
      effects: '[]',
      repeats: 0,
      receivedAt: now,
    };
    const { repeats, ...row } = started;
    if (!(await store.insertDelivery(tx, row)))
      return countDuplicate(tx, await store.findDeliveryByProviderId(tx, fields));
    const earlierId = fingerprintCheck && (await checkFingerprint(tx, fingerprintCheck, row.id, now));
    if (earlierId !== undefined) {
      await store.deleteDelivery(tx, { id: row.id });
      return countDuplicate(tx, await store.findDelivery(tx, { id: earlierId }));
    }
    // The body is written before the effects: those lock the task queue of the project until the commit.
    await store.insertDeliveryBody(tx, { id: row.id, body });
    const result = await applyEffects(tx, started);
    const delivery: Delivery = {
      ...started,
      outcome: result.outcome ?? deriveOutcome(result),
      reason: result.reason?.slice(0, reasonLengthMax) ?? null,
      effects: JSON.stringify(result.effects),
    };
    if (!isDeepStrictEqual(delivery, started)) await store.updateDeliveryOutcome(tx, delivery);
    await store.insertDeliveryProjects(tx, delivery, result.projectIds);
    return { delivery, isDuplicate: false };
  });
}

async function countDuplicate(tx: Tx, first: Delivery | undefined): Promise<ReceivedDelivery> {
  if (!first) throw new UniqueViolation('inbound_deliveries');
  await store.incrementRepeats(tx, { id: first.id });
  return { delivery: first, isDuplicate: true };
}

/** Returns the id of the earlier delivery with the same content, if there is one. */
async function checkFingerprint(
  tx: Tx,
  { isClaimed, ...fingerprint }: FingerprintCheck,
  deliveryId: string,
  now: number,
) {
  if (isClaimed && (await claimFingerprint(tx, fingerprint, deliveryId, now))) return undefined;
  return findDuplicateDelivery(tx, fingerprint);
}

const reasonLengthMax = 1_000;
const attemptsMax = 4;

/** Two concurrent deliveries may insert the same commit or link: the second fails, and finds the row on its next attempt. */
export async function retryOnUniqueViolation<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UniqueViolation) || attempt === attemptsMax) throw error;
    }
  }
}
