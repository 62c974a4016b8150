import type { Engine, Statement, Value } from './statement.ts';

/** What a store needs: run a statement with its parameters. Every store function takes one of these first. */
export interface Queries {
  find<P extends object, R>(statement: Statement<P, R>, params: P): Promise<R | undefined>;
  list<P extends object, R>(statement: Statement<P, R>, params: P): Promise<R[]>;
  /** Answers how many rows changed. */
  run<P extends object>(statement: Statement<P, unknown>, params: P): Promise<number>;
}

/** Queries inside a transaction. A verb may await nothing else in there: others wait for it to end. */
export interface Tx extends Queries {
  readonly isTransaction: true;
  /** How many rows of a bulk load one statement should carry. */
  readonly rowsPerInsert: number;
  /** Something happened that others wait for: they are woken after the commit. */
  notify(): void;
  /**
   * Whoever asks for a turn of the same name waits until this transaction ends. For rules over many rows, which no lock
   * of a row guards; asked for before any row is locked, or two would wait for each other.
   */
  advisoryLock(name: string): Promise<void>;
}

/** What heavy work finds where it runs. */
export interface WorkerContext {
  readonly engine: Engine;
  /** Searches, statistics, counts: never on the main thread, where they would stall everybody. */
  readonly workerReads: Queries;
}

/**
 * Work that reads much and thinks long about it. On SQLite it runs in the thread of the heavy reads, which imports its
 * module for that: what is given and answered must survive structuredClone, and what the module imports is loaded twice.
 */
export interface WorkerJob<Given, Answer> {
  readonly module: string;
  readonly name: string;
  readonly run: (reader: WorkerContext, given: Given) => Promise<Answer>;
}

export interface Database extends WorkerContext {
  /** Single statements on the committed state, cheap enough for the main thread. */
  readonly reads: Queries;
  /** Heavy reads with much thought between them. */
  runOnWorker<Given, Answer>(work: WorkerJob<Given, Answer>, given: Given): Promise<Answer>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Calls back after commits with an announcement, of this process and of others, and now and then for nothing.
   * Answers how to end that.
   */
  subscribe(wake: () => void): () => void;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A unique index said no. Verbs turn it into a sentence about the field. */
export class UniqueViolation extends Error {
  readonly table: string;
  constructor(table: string) {
    super(`duplicate in ${table}`);
    this.table = table;
  }
}

export class DatabaseUnavailable extends Error {}

/** The database cannot be used as it is; the message says what to do. Nothing was changed. */
export class DatabaseRefused extends Error {}

export type Bind = (params: object) => unknown[];

/** Makes the function that turns a statement's parameters into the driver's list. */
export function binder(
  names: readonly string[],
  encodeList: (list: readonly string[]) => unknown = (list) => list,
  { takesList = false }: { takesList?: boolean } = {},
): Bind {
  const encode = (value: Value | readonly string[] | undefined, name: string) => {
    if (typeof value === 'string' || value === null || value instanceof Uint8Array) return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (Array.isArray(value)) return encodeList(value);
    // node:sqlite binds a Date and undefined as NULL without an error, so every other type is refused here.
    throw new TypeError(`parameter ${name} is ${typeof value}, which no engine can store`);
  };
  const keys = takesList ? names.map((name) => Number(name.slice(1))) : names;
  return (params) =>
    names.map((name, i) => encode((params as Record<string | number, Value>)[keys[i] as string], name));
}
