import type { Unavailability } from '../database.ts';
import type { PostgresServer } from '../postgres/client.ts';
import type { ReplicaOutcome, WalPosition } from '../postgres/replica-position.ts';
import type { Engine } from '../statements/statement.ts';

/** A single statement, which is its own snapshot, or a worker job, which runs in one read transaction. */
export type LaneTask = (
  | { sql: string; values: unknown[] }
  | { module: string; name: string; input: unknown }
) & {
  /** A replica must have replayed it before it may answer. */
  notBefore?: WalPosition | undefined;
};

/** Rows are arrays: objects cost several times as much to send to the other thread. */
export interface Rows {
  columns: string[];
  rows: unknown[][];
}

/** What a lane's thread gets when it starts. */
export interface LaneSettings {
  address: LaneAddress;
  /** One number, 1 while the running task must end. A thread that executes a statement of SQLite receives no messages. */
  endFlag: Int32Array;
}

export type LaneAddress =
  | { engine: Extract<Engine, 'sqlite'>; file: string }
  | { engine: Extract<Engine, 'postgres'>; server: PostgresServer; replica?: PostgresServer | undefined };

/** The first message of the thread. */
export interface LaneStart {
  /** Why it could not connect. */
  failed?: LaneFailure;
}

/** `load` imports the module of a task before it. */
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
  /** Of a refusal. */
  refusal?: { code: string; details?: Record<string, string[]>; retryAfterSeconds?: number };
}

/** Thrown in a lane's thread by the task that was ended from outside. */
export class TaskEnded extends Error {}
