import type { Queries } from '../database.ts';
import { holdersByProcess, newProcessId, type Presence } from '../presence.ts';
import { statement } from '../statements/statement.ts';

/** A process that lost its connection reconnects within this time and does not count as ended. */
const reconnectWithinMs = 5_000;

const tryLock = statement<{ id: string }, { isFree: boolean }>(
  'select pg_try_advisory_xact_lock(hashtextextended(:id, 0)) as "isFree"',
);
/** A shared lock, so that it does not wait for the session of a lost connection, which the server may still have. */
export const holdLock = 'select pg_advisory_lock_shared(hashtextextended($1, 0))';

/**
 * A process holds an advisory lock in the session that listens for notifications. The server releases it with the
 * session; if the process is killed, at once.
 */
export class PostgresPresence implements Presence {
  readonly id = newProcessId();
  readonly #reads: Queries;
  readonly #hold: () => Promise<void>;
  readonly #monotonicMs: () => number;
  readonly #onDoubt = new Set<() => void>();
  /** When the lock of each process was first found free. */
  readonly #freeSince = new Map<string, number>();

  /** `hold` resolves when the session holds the lock. */
  constructor(reads: Queries, hold: () => Promise<void>, monotonicMs = () => performance.now()) {
    this.#reads = reads;
    this.#hold = hold;
    this.#monotonicMs = monotonicMs;
  }

  announce(): Promise<void> {
    return this.#hold();
  }

  async listEnded(holders: readonly string[]): Promise<string[]> {
    const groups = holdersByProcess(holders, this.id);
    for (const id of this.#freeSince.keys()) if (!groups.has(id)) this.#freeSince.delete(id);
    const ended: string[] = [];
    for (const [id, ofProcess] of groups) if (await this.#hasEnded(id)) ended.push(...ofProcess);
    return ended;
  }

  onDoubt(callback: () => void): () => void {
    this.#onDoubt.add(callback);
    return () => this.#onDoubt.delete(callback);
  }

  /** Called when the session holds the lock again after it was lost. */
  doubt(): void {
    for (const callback of this.#onDoubt) callback();
  }

  async #hasEnded(id: string): Promise<boolean> {
    const found = await this.#reads.find(tryLock, { id });
    const now = this.#monotonicMs();
    if (!found?.isFree) {
      this.#freeSince.delete(id);
      return false;
    }
    const since = this.#freeSince.get(id) ?? now;
    this.#freeSince.set(id, since);
    return now - since >= reconnectWithinMs;
  }
}
