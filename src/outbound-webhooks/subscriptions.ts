import type { Queries, Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { readPatterns } from './webhook.ts';
import {
  findSubscriptionsVersion,
  listActiveSubscriptions,
  type SubscriptionRow,
  setSubscriptionsVersion,
} from './webhook-store.ts';

export interface Subscription extends Omit<SubscriptionRow, 'events'> {
  patterns: string[];
}

/**
 * The active subscriptions by the word of their version. The word is read in the transaction that asks, changes with
 * every change of a subscription and is never used twice: what is remembered under it is right, in any process.
 */
const known = new Map<string, Subscription[]>();
const knownMax = 8;

export async function listSubscriptions(tx: Queries): Promise<Subscription[]> {
  const version = await findSubscriptionsVersion(tx);
  if (version === undefined) return [];
  const remembered = known.get(version);
  if (remembered) return remembered;
  const rows = await listActiveSubscriptions(tx);
  const list = rows.map(({ events, ...row }) => ({ ...row, patterns: readPatterns({ events }) }));
  if (known.size >= knownMax) known.delete(known.keys().next().value as string);
  known.set(version, list);
  return list;
}

/** To be called in every transaction that changes which subscriptions are active, or what they cover. */
export const noteSubscriptionsChanged = (tx: Tx) => setSubscriptionsVersion(tx, newId());
