import type { Presence } from './presence.ts';
import type { SharedCounts } from './shared-counts.ts';
import type { Engine, SqlValue, Statement } from './statements/statement.ts';

/** Runs statements. It is the first parameter of every store function. */
export interface Queries {
  find<P extends object, R>(statement: Statement<P, R>, params: P): Promise<R | undefined>;
  list<P extends object, R>(statement: Statement<P, R>, params: P): Promise<R[]>;
  /** Returns the number of changed rows. */
  run<P extends object>(statement: Statement<P, unknown>, params: P): Promise<number>;
}

/** Queries inside a transaction. Await nothing else in it: on SQLite every other writer waits for its end. */
export interface Tx extends Queries {
  readonly isTransaction: true;
  /**
   * Runs a write whose result nobody reads. SQLite runs it at once; PostgreSQL receives it together with the next statement,
   * and its error fails that statement or the commit.
   */
  send<P extends object>(statement: Statement<P, unknown>, params: P): Promise<unknown>;
  /** The number of rows that `insertMany` puts into one statement. */
  readonly rowsPerInsert: number;
  /** Wakes the subscribers of `Database.subscribe` after the commit. */
  notify(): void;
  /**
   * Waits until no other transaction holds the advisory lock of this name, then holds it until this transaction ends.
   * It guards rules over many rows, which no row lock can. Take it before any row lock, or two transactions can
   * deadlock.
   */
  advisoryLock(name: string): Promise<void>;
  /**
   * Allows the transaction to be lost if the database server crashes within a second of its commit: on PostgreSQL the
   * commit does not wait for the disk. On SQLite it shares the commit of others and stays durable.
   */
  doNotAwaitDisk(): Promise<void>;
  /** Called first by a transaction that may have hundreds of statements: further ones of the same person wait for it. */
  expectManyStatements(): void;
}

/**
 * Declares that the last statements of the transaction are started, and that the work can fail only if one of them
 * fails. PostgreSQL then receives the commit together with them and saves a round trip. SQLite commits when the work is
 * done.
 */
export type CommitNow = () => void;

/** `commitNow` is absent if the transaction has more statements after the work. */
export type Work<T> = (tx: Tx, commitNow?: CommitNow) => Promise<T>;

/** What a worker job can use on its thread. */
export interface WorkerContext {
  readonly engine: Engine;
  /** Reads that are too slow for the main thread: searches, statistics, counts. They run on worker threads (lanes/). */
  readonly workerReads: Queries;
  /** Identifies the snapshot of the database that a job reads. Absent if two reads may see different states. */
  readonly snapshot?: object;
}

/** Reads off the main thread. */
export interface WorkerReads {
  readonly workerReads: Queries;
  /** Runs reads with long computations between them. */
  runOnWorker<Input, Result>(job: WorkerJob<Input, Result>, input: Input): Promise<Result>;
}

/** The person for whom worker reads run. Each person has a share of the lanes. */
export interface ReadCaller {
  person: string;
  /** Called only by worker reads, which end when the signal aborts. */
  signal?: () => AbortSignal;
}

/**
 * A function with many reads and long computations. It runs on a worker thread, which imports its module: input and
 * result must survive structuredClone, and the module's imports are loaded a second time. All its reads see the same
 * snapshot. It can be ended and run again, so it must not keep state.
 */
export interface WorkerJob<Input, Result> {
  readonly module: string;
  readonly name: string;
  /** True for a job that always takes long, so that it never starts on the lane reserved for fast reads. */
  readonly isSlow?: boolean;
  readonly run: (reader: WorkerContext, input: Input) => Promise<Result>;
}

/** The state of the worker threads for reads. */
export interface LaneStatus {
  threads: number;
  running: number;
  waiting: number;
  /** How long the oldest waiting task has waited. */
  oldestWaitMs: number;
}

/** What operators see of a database without querying it. */
export interface DatabaseStatus {
  lanes: LaneStatus;
  /** PostgreSQL: the connections for transactions. */
  pool?: { max: number; inUse: number; idle: number; waiting: number };
  /** SQLite: the size of the write-ahead log. */
  logBytes?: number;
  /** SQLite: the damage found in the file; null if none was found. */
  damage?: string | null;
  /** The reason why the last write failed, if it lasts. */
  writeFailure?: Unavailability | undefined;
}

export interface Database extends WorkerContext, WorkerReads {
  /** Single statements on the committed state, cheap enough for the main thread. */
  readonly reads: Queries;
  /** The worker reads of this caller. Those of the database itself count as background work. */
  readsFor(caller: ReadCaller): WorkerReads;
  /** `person` is the author of the change: the slow transactions of one person leave room for those of others. */
  transaction<T>(work: Work<T>, person?: string): Promise<T>;
  /**
   * Calls `wake` after each commit that called `tx.notify`, in this process or another one, and about once a second
   * regardless. Returns the function that unsubscribes.
   */
  subscribe(wake: () => void): () => void;
  readonly presence: Presence;
  /** Undefined if only one process uses the database. */
  readonly sharedCounts?: SharedCounts;
  /** Resolves if this process can never use the database again and must end. */
  readonly lost?: Promise<Error>;
  /** SQLite: resolves when the file is found to be damaged. From then on it is only read, never written. */
  readonly damaged?: Promise<Error>;
  status(): DatabaseStatus;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A unique index refused a row. Use cases turn it into a message about the field. */
export class UniqueViolation extends Error {
  readonly table: string;
  constructor(table: string) {
    super(`duplicate in ${table}`);
    this.table = table;
  }
}

/** Why the database is unavailable for now. */
export type Unavailability =
  | 'unreachable'
  /** The server accepts no writes: it is a standby or was demoted. */
  | 'read-only'
  | 'full'
  /** The disk of the PostgreSQL server is full. Others may free space at any time. */
  | 'server-full'
  | 'damaged'
  /** Another transaction holds a lock for too long, or the statement exceeded its time limit. */
  | 'busy'
  /** A newer version of Docket migrates the database or has migrated it, so this process ends. */
  | 'superseded'
  /** The connection was lost during the commit: it is unknown whether the change was made. */
  | 'lost-in-commit';

export class DatabaseUnavailable extends Error {
  readonly reason: Unavailability;
  constructor(
    message: string,
    { cause, reason = 'unreachable' }: { cause?: unknown; reason?: Unavailability | undefined } = {},
  ) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** The database cannot be used in its present state. It was not changed; the message tells the operator what to do. */
export class DatabaseRefused extends Error {}

/** The settings of the database are wrong. The message names those to change. */
export class DatabaseMisconfigured extends Error {}

export type Bind = (params: object) => unknown[];

/** Makes the function that turns a statement's parameters into the driver's list. */
export function binder(
  names: readonly string[],
  encodeList: (list: readonly string[]) => unknown = (list) => list,
  { takesList = false }: { takesList?: boolean } = {},
): Bind {
  const encode = (value: SqlValue | readonly string[] | undefined, name: string) => {
    if (typeof value === 'string' || value === null || value instanceof Uint8Array) return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (Array.isArray(value)) return encodeList(value);
    // node:sqlite binds a Date and undefined as NULL without an error, so every other type is refused here.
    throw new TypeError(`parameter ${name} is ${typeof value}, which no engine can store`);
  };
  const keys = takesList ? names.map((name) => name.slice(1)) : names;
  return (params) => keys.map((key) => encode((params as Record<string, SqlValue>)[key], key));
}
