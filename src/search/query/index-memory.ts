import type { Queries, WorkerContext } from '../../platform/db/index.ts';
import { findIndexVersion } from '../indexing/index-store.ts';

/**
 * For each connection. At 1,000,000 tickets a set of documents has 125 kB, an order map 2 MB, and a directory of a sort order
 * or the positions of a bucket 200 kB.
 */
const bytesMax = 24_000_000;

/** How much memory a value takes, about. */
export interface Sized {
  readonly bytes: number;
}

/** What was read from the index on one connection. Reading it again takes 1 to 40 ms at 1,000,000 tickets. */
class IndexMemory {
  readonly version: number;
  readonly #entries = new Map<string, Sized>();
  readonly #requested = new Set<string>();
  #bytes = 0;

  constructor(version: number) {
    this.version = version;
  }

  get<T extends Sized>(key: string): T | undefined {
    const value = this.#entries.get(key) as T | undefined;
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** The last used entry is the last in the map. */
  set(key: string, value: Sized): void {
    this.#bytes += value.bytes - (this.#entries.get(key)?.bytes ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= bytesMax) return;
      this.#entries.delete(oldest);
      this.#bytes -= bytes;
    }
  }

  /** Whether this was called with the key before. */
  isRequestedAgain(key: string): boolean {
    if (this.#requested.has(key)) return true;
    this.#requested.add(key);
    return false;
  }
}

const memories = new WeakMap<Queries, IndexMemory>();
const versions = new WeakMap<object, Promise<number>>();

/** Empty if the index has changed since the last call. */
export async function memoryOf(db: WorkerContext): Promise<IndexMemory> {
  const version = await versionSeenBy(db);
  const known = memories.get(db.workerReads);
  if (known?.version === version) return known;
  const memory = new IndexMemory(version);
  memories.set(db.workerReads, memory);
  return memory;
}

function versionSeenBy({ workerReads, snapshot }: WorkerContext): Promise<number> {
  if (!snapshot) return findIndexVersion(workerReads);
  const known = versions.get(snapshot) ?? findIndexVersion(workerReads);
  versions.set(snapshot, known);
  return known;
}

/** What `read` returned before, if the index has not changed since. Nobody may change it. */
export async function remember<T extends Sized>(
  db: WorkerContext,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const memory = await memoryOf(db);
  const known = memory.get<T>(key);
  if (known !== undefined) return known;
  const value = await read();
  memory.set(key, value);
  return value;
}

/**
 * The same for what costs more to read than one request saves: undefined for the first request since the index changed,
 * unless it is known already.
 */
export async function rememberIfRepeated<T extends Sized>(
  db: WorkerContext,
  key: string,
  read: () => Promise<T>,
): Promise<T | undefined> {
  const memory = await memoryOf(db);
  if (memory.get<T>(key) === undefined && !memory.isRequestedAgain(key)) return undefined;
  return remember(db, key, read);
}
