import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { DatabaseUnavailable } from '../database.ts';

const dataSync = promisify(fdatasync);

/**
 * Syncs the write-ahead log to disk, on a thread of Node's pool. With `synchronous=full` SQLite would do so within the
 * commit, on the main thread: on a busy disk every request would wait for 10 to 200 ms.
 */
export class LogSync {
  readonly #file: string;
  #descriptor: number | undefined;
  #failure: DatabaseUnavailable | undefined;

  constructor(databaseFile: string) {
    this.#file = `${databaseFile}-wal`;
  }

  /** Called after a commit, before it is acknowledged. */
  async sync(): Promise<void> {
    this.assertWorks();
    try {
      // Opened here, because the log file exists only after the first change.
      this.#descriptor ??= openNewFile(this.#file);
      await dataSync(this.#descriptor);
    } catch (cause) {
      this.#failure = new DatabaseUnavailable('the disk of the database failed', { cause });
      throw this.#failure;
    }
  }

  /**
   * Throws once the disk has failed. The system reports a lost write only once: a later success would not mean that the
   * log has no gap, and recovery would stop at the gap and lose all that follows.
   */
  assertWorks(): void {
    if (this.#failure) throw this.#failure;
  }

  close(): void {
    // Closing drops no lock, because SQLite has none on this file.
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}

/** A new file's name is in its folder, which must be synced too. Windows cannot do so. */
function openNewFile(file: string): number {
  const descriptor = openSync(file, 'r+');
  if (process.platform === 'win32') return descriptor;
  const folder = openSync(path.dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
  return descriptor;
}
