import type { Queries, WorkerContext } from '../../platform/db/index.ts';
import { findIndexState, type IndexState } from '../indexing/index-store.ts';
import { indexFormat } from '../indexing/indexed-fields.ts';

/**
 * The limits for each connection. At 1,000,000 tickets a set of documents has 125 kB, a directory 200 kB, the positions
 * of a bucket 100 kB and an order map 2 MB. Each kind has its own limit, so that pages of many lists do not displace
 * the maps.
 */
const bytesMax = { sets: 8_000_000, positions: 4_000_000, maps: 18_000_000 };

type Kind = keyof typeof bytesMax;

/** A value with its approximate size in memory. */
export interface Sized {
  readonly bytes: number;
}

/** The most recently used values, as many as fit. */
class BoundedMemory {
  readonly #bytesMax: number;
  /** Ordered by last use, the most recent last. */
  readonly #entries = new Map<string, Sized>();
  #bytes = 0;

  constructor(max: number) {
    this.#bytesMax = max;
  }

  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= this.#bytesMax;
  }

  get<T extends Sized>(key: string): T | undefined {
    const value = this.#entries.get(key) as T | undefined;
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Sized): void {
    this.#bytes += value.bytes - (this.#entries.get(key)?.bytes ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#entries.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}

/** What was read from the index on one connection. Reading it again takes 1 to 40 ms at 1,000,000 tickets. */
class IndexMemory {
  readonly state: IndexState;
  readonly sets = new BoundedMemory(bytesMax.sets);
  readonly positions = new BoundedMemory(bytesMax.positions);
  readonly maps = new BoundedMemory(bytesMax.maps);
  readonly #requested = new Set<string>();

  constructor(state: IndexState) {
    this.state = state;
  }

  /** True if documents have the facets and orders that this version of Docket expects. */
  get isCurrent(): boolean {
    return this.state.format === indexFormat;
  }

  /** True if it was called with this key before. */
  isRequestedAgain(key: string): boolean {
    if (this.#requested.has(key)) return true;
    this.#requested.add(key);
    return false;
  }
}

const memories = new WeakMap<Queries, IndexMemory>();
const states = new WeakMap<object, Promise<IndexState>>();

/** Returns an empty memory if the index has changed since the last call. */
export async function readIndexMemory(db: WorkerContext): Promise<IndexMemory> {
  const state = await stateSeenBy(db);
  const known = memories.get(db.workerReads);
  if (known?.state.version === state.version && known.state.format === state.format) return known;
  const memory = new IndexMemory(state);
  memories.set(db.workerReads, memory);
  return memory;
}

function stateSeenBy({ workerReads, snapshot }: WorkerContext): Promise<IndexState> {
  if (!snapshot) return findIndexState(workerReads);
  const known = states.get(snapshot) ?? findIndexState(workerReads);
  states.set(snapshot, known);
  return known;
}

/** Returns the earlier result of `read` if the index has not changed since. It must not be changed. */
export async function remember<T extends Sized>(
  db: WorkerContext,
  kind: Kind,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const { [kind]: memory } = await readIndexMemory(db);
  return memory.get<T>(key) ?? readInto(memory, key, read);
}

/**
 * Does the same for values that cost more to read than one request saves: undefined for the first request since the
 * index changed, unless the value is known already.
 */
export async function rememberIfRepeated<T extends Sized>(
  db: WorkerContext,
  kind: Kind,
  key: string,
  read: () => Promise<T>,
): Promise<T | undefined> {
  const memory = await readIndexMemory(db);
  const known = memory[kind].get<T>(key);
  if (known !== undefined) return known;
  return memory.isRequestedAgain(`${kind} ${key}`) ? readInto(memory[kind], key, read) : undefined;
}

async function readInto<T extends Sized>(
  memory: BoundedMemory,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const value = await read();
  memory.set(key, value);
  return value;
}
