import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { holdersByProcess, isProcessId, newProcessId, type Presence } from '../presence.ts';
import { isSqliteBusy } from './errors.ts';

/**
 * A process holds the lock of a file of its own, in a folder beside the database. The system releases the lock when the
 * process ends. SQLite takes the lock, because Node cannot: an exclusive transaction that writes nothing.
 */
export class SqlitePresence implements Presence {
  readonly id = newProcessId();
  readonly #folder: string;
  #held: DatabaseSync | undefined;

  constructor(databaseFile: string) {
    this.#folder = presenceFolder(databaseFile);
  }

  async announce(): Promise<void> {
    if (this.#held) return;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    // Another process may remove the file as a leftover before it is locked.
    while (!this.#held || !existsSync(this.#fileOf(this.id))) {
      this.#held?.close();
      this.#held = lock(this.#fileOf(this.id));
    }
    this.#removeLeftovers();
  }

  async listEnded(holders: readonly string[]): Promise<string[]> {
    const groups = holdersByProcess(holders, this.id);
    return [...groups].flatMap(([id, ofProcess]) => (this.#hasEnded(id) ? ofProcess : []));
  }

  /** A lock is kept for as long as the process runs. */
  onDoubt(): () => void {
    return () => {};
  }

  close(): void {
    if (!this.#held) return;
    this.#held.close();
    try {
      rmSync(this.#fileOf(this.id), { force: true });
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
    const file = this.#fileOf(id);
    if (!existsSync(file)) return true;
    const locked = lock(file);
    if (!locked) return false;
    rmSync(file, { force: true });
    locked.close();
    return true;
  }

  #fileOf(id: string): string {
    return path.join(this.#folder, path.basename(id));
  }
}

const presenceFolder = (databaseFile: string) => `${databaseFile}-processes`;

/** Whether a process that announced itself ended without stopping in order: its file is there, but nobody holds the lock. */
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

/** Undefined if another process holds the lock. */
function lock(file: string): DatabaseSync | undefined {
  const connection = new DatabaseSync(file);
  try {
    // In memory, or SQLite would leave a journal file beside the file of a process that was killed.
    connection.exec('pragma journal_mode = memory; begin exclusive');
    return connection;
  } catch (error) {
    connection.close();
    if (isSqliteBusy(error)) return undefined;
    throw error;
  }
}
