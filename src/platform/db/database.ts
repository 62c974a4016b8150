import type { Engine, Params, Statement } from './statement.ts';

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
  announce(): void;
}

export interface Database {
  readonly engine: Engine;
  /** Single statements on the committed state, cheap enough for the main thread. */
  readonly reads: Queries;
  /** Searches, statistics, counts: never on the main thread, where they would stall everybody. */
  readonly heavyReads: Queries;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Calls back after commits with an announcement, of this process and of others, and now and then for nothing.
   * Answers how to end that.
   */
  onNews(wake: () => void): () => void;
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

/**
 * The drivers bind what they do not know as NULL without a word (node:sqlite does that to a Date and to
 * undefined), so anything but the four known kinds is a programming error that must be loud.
 */
export function bind(
  names: readonly string[],
  params: Params,
  encodeList: (list: readonly string[]) => unknown,
) {
  const values: unknown[] = new Array(names.length);
  for (let i = 0; i < names.length; i++) {
    const value = params[names[i] as string];
    if (typeof value === 'string' || value === null || value instanceof Uint8Array) values[i] = value;
    else if (typeof value === 'number' && Number.isFinite(value)) values[i] = value;
    else if (Array.isArray(value)) values[i] = encodeList(value);
    else throw new TypeError(`parameter ${names[i]} is ${typeof value}, which no engine can store`);
  }
  return values;
}
