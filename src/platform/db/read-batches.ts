import type { DatabaseSync } from 'node:sqlite';

export interface ReadBatches {
  add<T>(read: () => T): Promise<T>;
  /** Runs what is still waiting. */
  finish(): void;
}

interface WaitingRead {
  read: () => unknown;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}

/**
 * The reads that are asked for in one turn of the event loop run at its end, one after the other and in one transaction.
 * On their own they would each take and drop the locks of the write-ahead log; and each would find the processor's caches
 * swept by the network's code that ran in between: a ticket by id took 252 µs of processor time, in batches 151.
 */
export function readInBatches(connection: DatabaseSync): ReadBatches {
  const beginning = connection.prepare('begin');
  const ending = connection.prepare('commit');
  let waiting: WaitingRead[] = [];

  const finish = () => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    beginning.run();
    for (const { read, resolve, reject } of batch) {
      try {
        resolve(read() as never);
      } catch (error) {
        reject(error);
      }
    }
    // An error of the disk ends the transaction by itself.
    if (connection.isTransaction) ending.run();
  };

  return {
    add: (read) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(finish);
        waiting.push({ read, resolve, reject });
      }),
    finish,
  };
}
