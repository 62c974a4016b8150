import type { Queries } from '../../platform/db/index.ts';
import { findIndexVersion } from '../indexing/index-store.ts';

// A set of documents has 125 kB for 1,000,000 of them, the directory of a sort order 4,000 entries.
const entriesMax = 40;

/** What was read from the index on one connection. Reading it again takes 1 to 20 ms at 1,000,000 tickets. */
class IndexMemory {
  readonly version: number;
  readonly #entries = new Map<string, unknown>();

  constructor(version: number) {
    this.version = version;
  }

  get<T>(key: string): T | undefined {
    const value = this.#entries.get(key) as T | undefined;
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** The last used entry is the last in the map. */
  set(key: string, value: unknown): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > entriesMax) this.#entries.delete(this.#entries.keys().next().value as string);
  }
}

const memories = new WeakMap<Queries, IndexMemory>();

/** Empty if the index has changed since the last call. */
export async function memoryOf(queries: Queries): Promise<IndexMemory> {
  const version = await findIndexVersion(queries);
  const known = memories.get(queries);
  if (known?.version === version) return known;
  const memory = new IndexMemory(version);
  memories.set(queries, memory);
  return memory;
}

/** What `read` returned before, if the index has not changed since. Nobody may change it. */
export async function remember<T>(queries: Queries, key: string, read: () => Promise<T>): Promise<T> {
  const memory = await memoryOf(queries);
  const known = memory.get<T>(key);
  if (known !== undefined) return known;
  const value = await read();
  memory.set(key, value);
  return value;
}
