import type { DatabaseSync } from 'node:sqlite';
import { BroadcastChannel } from 'node:worker_threads';
import { DatabaseUnavailable } from '../database.ts';

/** What SQLite finds wrong with the whole file, or with a table and its indexes; undefined if nothing. */
export function findDamage(connection: DatabaseSync, quotedTable = '1'): string | undefined {
  const [verdict] = Object.values(connection.prepare(`pragma quick_check(${quotedTable})`).get() ?? {});
  return verdict === 'ok' ? undefined : String(verdict);
}

interface DamageMessage {
  file: string;
  damage: string;
}

/**
 * Remembers that the file is damaged, in every thread of this process that has it open. From then on nothing is written:
 * SQLite could spread the damage, and what it acknowledged would be lost with the restore of a backup. Reads of intact
 * pages go on.
 */
export class FileDamage {
  readonly #file: string;
  readonly #channel = new BroadcastChannel('docket:file-damage');
  readonly #noted = Promise.withResolvers<DatabaseUnavailable>();
  /** What is wrong; undefined as long as nothing was found. */
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

  /** Notes the damage that an error tells of; returns the error. */
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
