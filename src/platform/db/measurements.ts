import { channel } from 'node:diagnostics_channel';
import type { ReplicaOutcome } from './postgres/replica-position.ts';

/**
 * What the engines measure, for metrics and logs. Without a subscriber a measurement costs one comparison. Other
 * threads do not see the subscribers, so the search indexer measures nothing.
 */
export interface CommitMeasurement {
  ms: number;
  /** The number of transactions that share the commit. */
  transactions: number;
}

export interface StatementMeasurement {
  /** The SQL text without values, or the name of a worker job. */
  statement: string;
  ms: number;
  ran: 'main thread' | 'worker thread' | 'server';
}

export interface PoolMeasurement {
  /** How long the transaction waited for a connection. */
  waitedMs: number;
}

/** A read that may run on a replica. */
export interface ReplicaMeasurement {
  outcome: ReplicaOutcome;
}

interface Measurement<T> {
  readonly isWanted: boolean;
  publish(measured: T): void;
  /** Returns the function that unsubscribes. */
  subscribe(listener: (measured: T) => void): () => void;
}

export const commits = newMeasurement<CommitMeasurement>('docket:commit');
export const statements = newMeasurement<StatementMeasurement>('docket:statement-run');
export const poolWaits = newMeasurement<PoolMeasurement>('docket:pool-wait');
export const replicaReads = newMeasurement<ReplicaMeasurement>('docket:replica-read');

function newMeasurement<T>(name: string): Measurement<T> {
  const measured = channel(name);
  return {
    get isWanted() {
      return measured.hasSubscribers;
    },
    publish: (message) => measured.publish(message),
    subscribe: (listener) => {
      const onMessage = (message: unknown) => listener(message as T);
      measured.subscribe(onMessage);
      return () => void measured.unsubscribe(onMessage);
    },
  };
}
