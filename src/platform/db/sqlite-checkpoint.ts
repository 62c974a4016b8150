import type { DatabaseSync } from 'node:sqlite';

/** A frame of the write-ahead log is one page of 4 kB. */
interface LogState {
  busy: number;
  /** The frames in the log. */
  log: number;
  /** How many of them are already in the database file. */
  checkpointed: number;
}

const limits = {
  // 16 MB. Shorter logs write the pages that every change touches more often into the database file.
  framesMax: 4_000,
  // Writers wait as long as the checkpoint waits for readers.
  readersTimeoutMs: 50,
};

/**
 * Moves a long write-ahead log into the database file and lets the next writer start the log anew.
 *
 * The log starts anew only at a moment when no reader needs it. While reads overlap there is no such moment, and the log
 * grows: it reached 1.2 GB while the search index was built. So a first checkpoint copies most pages without holding up
 * anybody; a second one holds the write lock and waits for the readers of the old log, while new readers use the
 * database file. Readers that share one position in the log can keep it for ever, so each try is short and lets
 * writers in afterwards; the longer the log, the more tries: 4 at 32 MB, 16 at 64 MB.
 */
export function shortenLog(connection: DatabaseSync, { framesMax, readersTimeoutMs } = limits): void {
  const run = (mode: 'noop' | 'passive' | 'restart') =>
    connection.prepare(`pragma wal_checkpoint(${mode})`).get() as unknown as LogState;
  const { log } = run('noop');
  if (log < framesMax) return;
  const { timeout } = connection.prepare('pragma busy_timeout').get() as { timeout: number };
  connection.exec(`pragma busy_timeout = ${readersTimeoutMs}`);
  try {
    for (let tries = (log / framesMax) ** 2; tries > 0; tries--) {
      run('passive');
      if (run('restart').busy === 0) return;
    }
  } finally {
    connection.exec(`pragma busy_timeout = ${timeout}`);
  }
}
