import { type Tx, UniqueViolation } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { type Caused, outcomeOf } from './delivery.ts';
import {
  countRepeat,
  type Delivery,
  findFirstDelivery,
  finishDelivery,
  insertDelivery,
} from './delivery-store.ts';

export type NewDelivery = Omit<
  Delivery,
  'id' | 'outcome' | 'reason' | 'effects' | 'repeats' | 'receivedAt'
> & { body: string };

export interface Received {
  delivery: Delivery;
  /** It came before: nothing was done. */
  isDuplicate: boolean;
}

type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
/** What follows from it, in the transaction that remembers it. */
type Cause = (tx: Tx, delivery: Delivery) => Promise<Caused>;

/** The row of the ledger and all that follows from the delivery are there together, or not at all. */
export async function rememberDelivery(
  write: Write,
  given: NewDelivery,
  now: number,
  cause: Cause,
): Promise<Received> {
  const { body, ...fields } = given;
  return write(async (tx) => {
    const started: Delivery = {
      ...fields,
      id: newId(now),
      outcome: 'ignored',
      reason: null,
      effects: '[]',
      repeats: 0,
      receivedAt: now,
    };
    const { repeats, ...row } = started;
    if (!(await insertDelivery(tx, row))) {
      const first = await findFirstDelivery(tx, fields);
      if (!first) throw new UniqueViolation('inbound_deliveries');
      await countRepeat(tx, first.id);
      return { delivery: first, isDuplicate: true };
    }
    const caused = await cause(tx, started);
    const delivery: Delivery = {
      ...started,
      outcome: caused.outcome ?? outcomeOf(caused),
      reason: caused.reason?.slice(0, 1_000) ?? null,
      effects: JSON.stringify(caused.effects),
    };
    await finishDelivery(tx, delivery, body, caused.projectIds);
    return { delivery, isDuplicate: false };
  });
}

const attemptsMax = 4;

/** Two pushes may bring the same commit, or open the same thing, at the same moment: the second finds it on another try. */
export async function retryingTwins<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UniqueViolation) || attempt === attemptsMax) throw error;
    }
  }
}
