import type { DatabaseSync } from 'node:sqlite';

export interface ReadBatches {
  add<T>(read: () => T): Promise<T>;
  /** Runs the pending reads now. */
  finish(): void;
  /** Freezes the snapshot that reads see, until `release`. */
  hold(): void;
  release(): void;
}

interface WaitingRead {
  read: () => unknown;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}

/**
 * Runs the reads requested in one turn of the event loop at its end, in one transaction. Alone, each read takes and
 * drops the locks of the write-ahead log, and the network code that runs in between evicts SQLite's data from the
 * processor caches. Bench row "ticket by id": 151 µs of CPU time per request instead of 252 µs.
 */
export function readInBatches(
  connection: DatabaseSync,
  translate: (error: unknown) => unknown = (error) => error,
): ReadBatches {
  const beginning = connection.prepare('begin');
  const ending = connection.prepare('commit');
  // `begin` alone takes no snapshot; the first read does.
  const anyRow = connection.prepare('select 1 from sqlite_schema limit 1');
  let waiting: WaitingRead[] = [];
  let isFrozen = false;

  // An I/O error ends the transaction by itself. After a read of a damaged page the commit fails too, but the reads of
  // this transaction that succeeded are valid.
  const end = () => {
    if (!connection.isTransaction) return;
    try {
      ending.run();
    } catch (error) {
      translate(error);
      if (connection.isTransaction) connection.exec('rollback');
    }
  };

  const begin = () => {
    try {
      beginning.run();
    } catch (error) {
      throw translate(error);
    }
  };

  const finish = () => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      if (!isFrozen) begin();
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { read, resolve, reject } of batch) {
      try {
        resolve(read() as never);
      } catch (error) {
        reject(error);
      }
    }
    if (!isFrozen) end();
  };

  return {
    add: (read) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(finish);
        waiting.push({ read, resolve, reject });
      }),
    finish,
    hold: () => {
      begin();
      try {
        anyRow.get();
      } catch (error) {
        end();
        throw translate(error);
      }
      isFrozen = true;
    },
    release: () => {
      isFrozen = false;
      end();
    },
  };
}
