import { sortInSlices } from './sort-in-slices.ts';
import { moveRow, type OrderedIds, type ViewHost } from './view.ts';

/** Finds the ids of a view among many rows in slices, with frames in between. */
export class SliceReader {
  readonly #host: ViewHost;
  #reads = 0;
  /** The rows that changed since the read began; undefined while there is none. */
  #changed: Set<string> | undefined;

  constructor(host: ViewHost) {
    this.#host = host;
  }

  /** Whether a read is under way, which will find the changed row. */
  takesIn(id: string): boolean {
    this.#changed?.add(id);
    return this.#changed !== undefined;
  }

  end(): void {
    this.#reads++;
    this.#changed = undefined;
  }

  /** `current` returns the list of the moment, which may be another one at the end. */
  read(current: () => OrderedIds, onRead: () => void): void {
    const { rows, row, now, after } = this.#host;
    this.end();
    const reads = this.#reads;
    const changed = new Set<string>();
    this.#changed = changed;
    const { matches, compare } = current();
    const slices = sortInSlices([...rows()], matches, compare, now);
    const next = () => {
      if (reads !== this.#reads) return;
      const slice = slices.next();
      if (!slice.done) {
        after(0, next);
        return;
      }
      this.#changed = undefined;
      const list = current();
      list.ids = slice.value.filter(({ id }) => !changed.has(id)).map(({ id }) => id);
      list.boundary = undefined;
      for (const id of changed) moveRow(list, id, undefined, row(id), row);
      onRead();
    };
    next();
  }
}
