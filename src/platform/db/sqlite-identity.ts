import { type BigIntStats, statSync } from 'node:fs';
import { repeat } from '../timer.ts';
import { DatabaseUnavailable } from './database.ts';

const checkEveryMs = 1_000;

/**
 * Notices that the file of an open database, or its write-ahead log, was deleted or replaced. SQLite would go on writing
 * into files that nobody finds again. What is lost then cannot be brought back by this process, so it must end.
 */
export class FileIdentity {
  readonly #files: string[];
  readonly #known = new Map<string, BigIntStats>();
  /** Ends the checks. */
  readonly stop: () => void;
  #onLost: (error: DatabaseUnavailable) => void = () => {};
  /** Resolves if the file is lost. */
  readonly lost = new Promise<DatabaseUnavailable>((resolve) => {
    this.#onLost = resolve;
  });

  constructor(file: string) {
    this.#files = [file, `${file}-wal`];
    this.stop = repeat(checkEveryMs, () => this.#find());
  }

  /** To be called after a commit, before it is acknowledged. */
  assertSame(): void {
    const error = this.#find();
    if (error) throw error;
  }

  #find(): DatabaseUnavailable | undefined {
    const changed = this.#files.find((file) => !this.#isSame(file));
    if (!changed) return undefined;
    const error = new DatabaseUnavailable(`${changed} was deleted or replaced while Docket was using it`);
    this.#onLost(error);
    return error;
  }

  #isSame(file: string): boolean {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    const known = this.#known.get(file);
    if (known) return stats?.ino === known.ino && stats.dev === known.dev;
    // The log exists from the first change on.
    if (stats) this.#known.set(file, stats);
    return true;
  }
}
