import type { Queries } from '../database.ts';
import type { Rows } from './lane-messages.ts';

/** The database connection of a lane's thread. */
export interface LaneConnection {
  readonly queries: Queries;
  read(sql: string, values: unknown[]): Promise<Rows>;
  /** Runs `work` in one read transaction: all its statements see the same state. */
  inSnapshot<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the running statement. SQLite reads the flag of `LaneSettings` instead. */
  end?(): void;
}
