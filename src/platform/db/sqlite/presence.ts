import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { holdersByProcess, isProcessId, newProcessId, type Presence } from '../presence.ts';
import { isSqliteBusy } from './errors.ts';

/**
 * Each process locks a file of its own, in a folder next to the database. The system releases the lock when the process
 * ends. SQLite takes the lock, because Node cannot: by an exclusive transaction that writes nothing.
 */
export class SqlitePresence implements Presence {
  readonly id = newProcessId();
  readonly #folder: string;
  #lock: DatabaseSync | undefined;

  constructor(databaseFile: string) {
    this.#folder = presenceFolder(databaseFile);
  }

  async announce(): Promise<void> {
    if (this.#lock) return;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    // Another process may remove the file as a leftover before it is locked.
    while (!this.#lock || !existsSync(this.#lockFile(this.id))) {
      this.#lock?.close();
      this.#lock = lock(this.#lockFile(this.id));
    }
    this.#removeLeftovers();
  }

  async listEnded(holders: readonly string[]): Promise<string[]> {
    const groups = holdersByProcess(holders, this.id);
    return [...groups].flatMap(([id, ofProcess]) => (this.#hasEnded(id) ? ofProcess : []));
  }

  /** Never calls back: a lock lasts as long as its process. */
  onDoubt(): () => void {
    return () => {};
  }

  close(): void {
    if (!this.#lock) return;
    this.#lock.close();
    try {
      rmSync(this.#lockFile(this.id), { force: true });
    } catch {
      // The disk may have become read-only. The next process removes the file as a leftover.
    }
  }

  #removeLeftovers(): void {
    for (const name of readdirSync(this.#folder)) {
      if (name !== this.id && isProcessId(name)) this.#hasEnded(name);
    }
  }

  #hasEnded(id: string): boolean {
    const file = this.#lockFile(id);
    if (!existsSync(file)) return true;
    const locked = lock(file);
    if (!locked) return false;
    rmSync(file, { force: true });
    locked.close();
    return true;
  }

  #lockFile(id: string): string {
    return path.join(this.#folder, path.basename(id));
  }
}

const presenceFolder = (databaseFile: string) => `${databaseFile}-processes`;

/** True if a process ended without a clean shutdown: its file exists, but nobody holds the lock. */
export function findKilledProcess(databaseFile: string): boolean {
  const folder = presenceFolder(databaseFile);
  if (!existsSync(folder)) return false;
  return readdirSync(folder)
    .filter(isProcessId)
    .some((id) => {
      const locked = lock(path.join(folder, id));
      locked?.close();
      return locked !== undefined;
    });
}

/** Returns undefined if another process holds the lock. */
function lock(file: string): DatabaseSync | undefined {
  const connection = new DatabaseSync(file);
  try {
    // With a journal on disk, a killed process would leave a journal file.
    connection.exec('pragma journal_mode = memory; begin exclusive');
    return connection;
  } catch (error) {
    connection.close();
    if (isSqliteBusy(error)) return undefined;
    throw error;
  }
}
