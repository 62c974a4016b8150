import { isDeepStrictEqual } from 'node:util';
import { type Tx, UniqueViolation } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { type Caused, outcomeOf } from './delivery.ts';
import {
  countRepeat,
  type Delivery,
  dropDelivery,
  findDelivery,
  findFirstDelivery,
  finishDelivery,
  insertDelivery,
  keepBody,
  noteProjects,
} from './delivery-store.ts';
import { findFirstTeller, type Telling, takeTelling } from './telling-store.ts';

export type NewDelivery = Omit<
  Delivery,
  'id' | 'outcome' | 'reason' | 'effects' | 'repeats' | 'receivedAt'
> & {
  body: string;
  /** Why nothing will follow, where that is seen at once. */
  reason?: string;
};

/** How the same event is recognised under another id. */
export interface Retelling extends Telling {
  /** Whether it is remembered that it was told, and not only asked whether it was. */
  isKept: boolean;
}

export interface Received {
  delivery: Delivery;
  /** It came before: nothing was done. */
  isDuplicate: boolean;
}

type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
/** What follows from it, in the transaction that remembers it. */
export type Cause = (tx: Tx, delivery: Delivery) => Promise<Caused>;

/** The row of the ledger and all that follows from the delivery are there together, or not at all. */
export async function rememberDelivery(
  write: Write,
  given: NewDelivery,
  now: number,
  cause: Cause,
  retelling?: Retelling,
): Promise<Received> {
  const { body, ...fields } = given;
  return write(async (tx) => {
    const started: Delivery = {
      ...fields,
      id: newId(now),
      outcome: 'ignored',
      reason: fields.reason?.slice(0, reasonMax) ?? null,
      effects: '[]',
      repeats: 0,
      receivedAt: now,
    };
    const { repeats, ...row } = started;
    if (!(await insertDelivery(tx, row))) return repeated(tx, await findFirstDelivery(tx, fields));
    const firstTeller = retelling && (await tell(tx, retelling, row.id, now));
    if (firstTeller !== undefined) {
      await dropDelivery(tx, row.id);
      return repeated(tx, await findDelivery(tx, firstTeller));
    }
    // Before what follows, which may wait for others who add tasks to the project, and lets others wait until the commit.
    await keepBody(tx, row.id, body);
    const caused = await cause(tx, started);
    const delivery: Delivery = {
      ...started,
      outcome: caused.outcome ?? outcomeOf(caused),
      reason: caused.reason?.slice(0, reasonMax) ?? null,
      effects: JSON.stringify(caused.effects),
    };
    if (!isDeepStrictEqual(delivery, started)) await finishDelivery(tx, delivery);
    await noteProjects(tx, delivery, caused.projectIds);
    return { delivery, isDuplicate: false };
  });
}

async function repeated(tx: Tx, first: Delivery | undefined): Promise<Received> {
  if (!first) throw new UniqueViolation('inbound_deliveries');
  await countRepeat(tx, first.id);
  return { delivery: first, isDuplicate: true };
}

/** Answers who told it before. */
async function tell(tx: Tx, { isKept, ...telling }: Retelling, deliveryId: string, now: number) {
  if (isKept && (await takeTelling(tx, telling, deliveryId, now))) return undefined;
  return findFirstTeller(tx, telling);
}

const reasonMax = 1_000;
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
