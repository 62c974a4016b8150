import type { Database, Tx } from '../platform/db/index.ts';
import type { NewEvent } from './event-store.ts';

/** What another module does in response to public events, in the same transaction: both commit or neither. */
export interface Reaction {
  react(tx: Tx, events: NewEvent[]): Promise<void>;
  /** Starts a read that `react` needs for any event. */
  prepare?(tx: Tx): void;
}

const reactionsKey = Symbol('event reactions');
type ReactingTx = Tx & { readonly [reactionsKey]?: readonly Reaction[] };

/** Attaches the reactions to every transaction of the database. The composition root calls this once. */
export function withReactions(db: Database, reactions: readonly Reaction[]): Database {
  const attach = (tx: Tx): ReactingTx => ({ ...tx, [reactionsKey]: reactions });
  return {
    ...db,
    transaction: (work, person) => db.transaction((tx, commitNow) => work(attach(tx), commitNow), person),
  };
}

/** Detaches the reactions, for changes that only reconstruct the past: no webhook delivers their events. */
export const withoutReactions = (tx: Tx): Tx => ({ ...tx, [reactionsKey]: [] }) as ReactingTx;

/**
 * Called before the first statement of a transaction that records events: the reads of reactions then share its round
 * trip, and the transaction may commit right after the events.
 */
export function expectEvents(tx: Tx): void {
  for (const { prepare } of (tx as ReactingTx)[reactionsKey] ?? []) prepare?.(tx);
}

/** Throws if no reactions are attached, because the event would be recorded but never delivered to a webhook. */
export async function runReactions(tx: Tx, events: (NewEvent & { isPublic: boolean })[]): Promise<void> {
  const reactions = (tx as ReactingTx)[reactionsKey];
  if (!reactions)
    throw new Error('This database has no event reactions. Open it with newContext or withReactions.');
  const publicEvents = events.filter(({ isPublic }) => isPublic);
  if (publicEvents.length === 0) return;
  for (const { react } of reactions) await react(tx, publicEvents);
}
