import type { DatabaseSync } from 'node:sqlite';
import { pauseThread } from './pause-thread.ts';

/** The state of the write-ahead log. A frame is one page of 4 kB. */
interface LogState {
  busy: number;
  /** The number of frames in the log. */
  log: number;
  /** How many of them are already in the database file. */
  checkpointed: number;
}

const limits = {
  // 16 MB. With shorter logs, pages that every change touches would be written to the database file more often.
  framesMax: 4_000,
  // Writers wait as long as the checkpoint waits for readers.
  readersTimeoutMs: 50,
};
const triesMax = 16;
// Attempts take a fifth of the time, and writers wait during half of them: at most a tenth of the time.
const restFactor = 4;

/**
 * Copies a long write-ahead log into the database file and lets the next writer restart the log. The log can restart
 * only at a moment when no reader needs it. While reads overlap there is no such moment, and the log grows: it reached
 * 1.2 GB while the search index was built. So a first checkpoint copies most pages without blocking anybody; a second
 * one holds the write lock and waits for the readers of the old log, while new readers use the database file. Readers
 * that share one position in the log can keep it for ever, so each attempt is short and lets writers in afterwards; the
 * longer the log, the more attempts: 4 at 32 MB, 16 at 64 MB. A reader that stays for minutes, such as a copy of the
 * file, outlasts them all, so a pause follows.
 */
export class LogShortener {
  readonly #connection: DatabaseSync;
  readonly #limits: typeof limits;
  #restUntil = 0;

  constructor(connection: DatabaseSync, ownLimits = limits) {
    this.#connection = connection;
    this.#limits = ownLimits;
  }

  /** Blocks its thread. */
  shorten(): void {
    const { framesMax } = this.#limits;
    const startedAt = performance.now();
    if (startedAt < this.#restUntil) return;
    const { log } = this.#checkpoint('noop');
    if (log < framesMax) return;
    const tries = Math.min((log / framesMax) ** 2, triesMax);
    if (this.#tryOften(tries)) return;
    this.#restUntil = performance.now() + restFactor * (performance.now() - startedAt);
  }

  #tryOften(tries: number): boolean {
    const connection = this.#connection;
    const { readersTimeoutMs } = this.#limits;
    const { timeout } = connection.prepare('pragma busy_timeout').get() as { timeout: number };
    connection.exec(`pragma busy_timeout = ${readersTimeoutMs}`);
    try {
      for (let left = tries; left > 0; left--) {
        this.#checkpoint('passive');
        if (this.#checkpoint('restart').busy === 0) return true;
        // Writers poll for the lock and would miss a shorter gap.
        pauseThread(readersTimeoutMs);
      }
      return false;
    } finally {
      connection.exec(`pragma busy_timeout = ${timeout}`);
    }
  }

  #checkpoint(mode: 'noop' | 'passive' | 'restart'): LogState {
    return this.#connection.prepare(`pragma wal_checkpoint(${mode})`).get() as unknown as LogState;
  }
}
