import type { DatabaseSync } from 'node:sqlite';
import { BroadcastChannel } from 'node:worker_threads';
import { DatabaseUnavailable } from '../database.ts';

/** Checks the whole file, or one table and its indexes. Returns what is damaged, or undefined. */
export function findDamage(connection: DatabaseSync, quotedTable = '1'): string | undefined {
  const [verdict] = Object.values(connection.prepare(`pragma quick_check(${quotedTable})`).get() ?? {});
  return verdict === 'ok' ? undefined : String(verdict);
}

interface DamageMessage {
  file: string;
  damage: string;
}

/**
 * Records for every thread of this process that the file is damaged. From then on nothing is written: SQLite could
 * spread the damage, and changes acknowledged now would be lost when a backup is restored. Reads of intact pages
 * continue.
 */
export class FileDamage {
  readonly #file: string;
  readonly #channel = new BroadcastChannel('docket:file-damage');
  readonly #noted = Promise.withResolvers<DatabaseUnavailable>();
  /** The damage; undefined if none was found. */
  found: string | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#channel.unref();
    this.#channel.onmessage = (event) => {
      const { file, damage } = (event as { data: DamageMessage }).data;
      if (file === this.#file) this.#remember(damage);
    };
  }

  /** Resolves when damage is found. */
  get noted(): Promise<DatabaseUnavailable> {
    return this.#noted.promise;
  }

  note(damage: string): void {
    if (this.found !== undefined) return;
    this.#remember(damage);
    this.#channel.postMessage({ file: this.#file, damage } satisfies DamageMessage);
  }

  /** Records the damage that an error reports. Returns the error. */
  noteIn(error: unknown): unknown {
    if (error instanceof DatabaseUnavailable && error.reason === 'damaged') this.note(error.message);
    return error;
  }

  assertNone(): void {
    if (this.found !== undefined) throw damagedBy(this.found);
  }

  close(): void {
    this.#channel.close();
  }

  #remember(damage: string): void {
    this.found ??= damage;
    this.#noted.resolve(damagedBy(this.found));
  }
}

const damagedBy = (damage: string) => new DatabaseUnavailable(damage, { reason: 'damaged' });
