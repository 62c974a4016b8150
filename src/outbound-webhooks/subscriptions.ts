import type { Tx } from '../platform/db/index.ts';
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
 * A cache of the active subscriptions by version. Each transaction reads the current version; every change of a
 * subscription stores a new, unique one. So the cache is never stale, in any process.
 */
const cache = new Map<string, Subscription[]>();
const cacheSizeMax = 8;

/** The versions that transactions requested before they recorded events. */
const expected = new WeakMap<Tx, Promise<string | undefined>>();

export function expectSubscriptions(tx: Tx): void {
  const version = findSubscriptionsVersion(tx);
  // A failed read also fails the transaction, possibly before it records an event, so the rejection is ignored here.
  version.catch(() => {});
  expected.set(tx, version);
}

export async function listSubscriptions(tx: Tx): Promise<Subscription[]> {
  const version = await (expected.get(tx) ?? findSubscriptionsVersion(tx));
  if (version === undefined) return [];
  const cached = cache.get(version);
  if (cached) return cached;
  const rows = await listActiveSubscriptions(tx);
  const list = rows.map(({ events, ...row }) => ({ ...row, patterns: readPatterns({ events }) }));
  if (cache.size >= cacheSizeMax) cache.delete(cache.keys().next().value as string);
  cache.set(version, list);
  return list;
}

/** To be called in every transaction that changes which subscriptions are active, or their events or project. */
export const bumpSubscriptionsVersion = (tx: Tx) => setSubscriptionsVersion(tx, newId());
