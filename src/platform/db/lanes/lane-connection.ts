import type { Queries } from '../database.ts';
import type { ReplicaOutcome, WalPosition } from '../postgres/replica-position.ts';
import type { Rows } from './lane-messages.ts';

/** The database connection of a lane's thread. */
export interface LaneConnection {
  readonly queries: Queries;
  read(sql: string, values: unknown[], notBefore?: WalPosition): Promise<Rows>;
  /** Runs `work` in one read transaction: all its statements see the same state. It may run twice. */
  inSnapshot<T>(work: () => Promise<T>, notBefore?: WalPosition): Promise<T>;
  /** Which server answered the last task, if there is a replica. */
  served?(): ReplicaOutcome | undefined;
  /** Ends the running statement. SQLite reads the flag of `LaneSettings` instead. */
  end?(): void;
}
