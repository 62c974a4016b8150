import type { Unavailability } from '../database.ts';
import type { PostgresServer } from '../postgres/client.ts';
import type { ReplicaOutcome, WalPosition } from '../postgres/replica-position.ts';
import type { Engine } from '../statements/statement.ts';

/** A single statement, which is its own snapshot, or a worker job, which runs in one read transaction. */
export type LaneTask = (
  | { sql: string; values: unknown[] }
  | { module: string; name: string; input: unknown }
) & {
  /** A replica may answer only after it has replayed the log up to here. */
  notBefore?: WalPosition | undefined;
};

/** Rows are arrays, because sending objects to another thread costs several times as much. */
export interface Rows {
  columns: string[];
  rows: unknown[][];
}

/** The settings a lane's thread starts with. */
export interface LaneSettings {
  address: LaneAddress;
  /** One number: 1 while the running task must end. A thread that executes an SQLite statement receives no messages. */
  endFlag: Int32Array;
}

export type LaneAddress =
  | { engine: Extract<Engine, 'sqlite'>; file: string }
  | { engine: Extract<Engine, 'postgres'>; server: PostgresServer; replica?: PostgresServer | undefined };

/** The first message of the thread. */
export interface LaneStart {
  /** Why the thread could not connect. */
  failed?: LaneFailure;
}

/** `load` imports the module of a task before the task runs. */
export type LaneCommand = { load: string } | { task: LaneTask } | { end: true };

export type LaneAnswer = { loaded: true } | (({ done: unknown } | { failed: LaneFailure }) & Served);

/** Absent without a replica. */
interface Served {
  served?: ReplicaOutcome | undefined;
}

export interface LaneFailure {
  kind: 'ended' | 'unavailable' | 'refused' | 'other';
  reason?: Unavailability;
  message: string;
  /** Set if the error is a refusal. */
  refusal?: { code: string; details?: Record<string, string[]>; retryAfterSeconds?: number };
}

/** Thrown in a lane's thread when its task was ended from outside. */
export class TaskEnded extends Error {}
