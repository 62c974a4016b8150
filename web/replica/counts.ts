import type { Core } from './core.ts';
import { Signal } from './signal.ts';
import type { CountField, Counts, ViewQuery } from './types.ts';

const refreshAfterMs = 800;

/** Exact numbers of the tickets of a query by status, assignee and others, from the server; read anew when rows change. */
export class LiveCounts {
  readonly #core: Core;
  readonly #query: ViewQuery;
  readonly #by: CountField[];
  readonly #changed = new Signal();
  #counts: Counts | undefined;
  #endRows: (() => void) | undefined;
  #cancel: (() => void) | undefined;

  constructor(core: Core, query: ViewQuery, by: CountField[]) {
    this.#core = core;
    this.#query = query;
    this.#by = by;
  }

  /** Undefined until the first answer. */
  get = (): Counts | undefined => this.#counts;

  readonly subscribe = (listener: () => void): (() => void) => {
    const end = this.#changed.add(listener);
    if (!this.#endRows) {
      this.#endRows = this.#core.rowsChanged.add(() => this.#refreshSoon());
      void this.#refresh();
    }
    return () => {
      end();
      if (this.#changed.size > 0) return;
      this.#endRows?.();
      this.#endRows = undefined;
      this.#cancel?.();
      this.#cancel = undefined;
    };
  };

  #refreshSoon(): void {
    this.#cancel ??= this.#core.clock.after(refreshAfterMs, () => void this.#refresh());
  }

  async #refresh(): Promise<void> {
    this.#cancel = undefined;
    try {
      this.#counts = await this.#core.transport.counts(this.#query, this.#by);
      this.#changed.emit();
    } catch (error) {
      this.#core.fail(error);
    }
  }
}
