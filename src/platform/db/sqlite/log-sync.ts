import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { DatabaseUnavailable } from '../database.ts';

const dataSync = promisify(fdatasync);

/**
 * Waits until the write-ahead log is on disk, on a thread of Node's pool. With `synchronous=full` SQLite would do it
 * within the commit, on the main thread: on a busy disk every request would wait for 10 to 200 ms.
 */
export class LogSync {
  readonly #file: string;
  #descriptor: number | undefined;
  #failure: DatabaseUnavailable | undefined;

  constructor(databaseFile: string) {
    this.#file = `${databaseFile}-wal`;
  }

  /** To be called after a commit, before it is acknowledged. */
  async sync(): Promise<void> {
    this.assertWorks();
    try {
      // Opened here, because the log exists from the first change on.
      this.#descriptor ??= openNewFile(this.#file);
      await dataSync(this.#descriptor);
    } catch (cause) {
      this.#failure = new DatabaseUnavailable('the disk of the database failed', { cause });
      throw this.#failure;
    }
  }

  /**
   * Throws once the disk has failed. The system reports a lost write once: a later success would not mean that the log has
   * no gap, where recovery would stop and lose all that follows.
   */
  assertWorks(): void {
    if (this.#failure) throw this.#failure;
  }

  close(): void {
    // SQLite holds no lock of this file, which closing would drop.
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}

/** The name of a new file is in its folder, which is on disk only when it was synced too. Windows has no way to do so. */
function openNewFile(file: string): number {
  const descriptor = openSync(file, 'r+');
  if (process.platform === 'win32') return descriptor;
  const folder = openSync(path.dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
  return descriptor;
}
