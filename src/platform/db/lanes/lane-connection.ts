import type { Queries } from '../database.ts';
import type { ReplicaOutcome, WalPosition } from '../postgres/replica-position.ts';
import type { Rows } from './lane-messages.ts';

/** The database connection of a lane. */
export interface LaneConnection {
  readonly queries: Queries;
  read(sql: string, values: unknown[], notBefore?: WalPosition): Promise<Rows>;
  /** Runs `work` in one read transaction, so that all its statements see the same snapshot. It may run twice. */
  inSnapshot<T>(work: () => Promise<T>, notBefore?: WalPosition): Promise<T>;
  /** The server that answered the last task, if there is a replica. */
  served?(): ReplicaOutcome | undefined;
  /** Ends the running statement. SQLite checks the flag in `LaneSettings` instead. */
  end?(): void;
}
