import type { TicketRow, ViewQuery } from '../types.ts';
import { LiveView } from './live-view.ts';
import type { ViewHost } from './view.ts';

const keptUnused = 20;
/** From this number on, views are read again instead of row by row. */
const manyRows = 500;

/** The views in use, and the last ones that were used. */
export class Views {
  readonly #views = new Map<string, LiveView>();
  readonly #host: ViewHost;
  #changes = 0;
  #isInvalid = false;

  constructor(host: ViewHost) {
    this.#host = host;
  }

  /** Returns the same view for the same query, whatever the order of its parts. */
  get(query: ViewQuery): LiveView {
    const key = keyOf(query);
    const view = this.#views.get(key);
    if (view) return view;
    const added = new LiveView(query, this.#host);
    this.#views.set(key, added);
    this.#forgetUnused();
    return added;
  }

  all = (): Iterable<LiveView> => this.#views.values();

  onRow(id: string, before: TicketRow | undefined, after: TicketRow | undefined): void {
    if (++this.#changes > manyRows) return;
    for (const view of this.#views.values()) view.onRow(id, before, after);
  }

  onUnseenGone(): void {
    for (const view of this.#views.values()) view.onUnseenGone();
  }

  /** Called when the confirmed row of a ticket with pending changes changed. */
  onConfirmedBelow(before: TicketRow | undefined, after: TicketRow | undefined): void {
    for (const view of this.#views.values()) view.onConfirmedBelow(before, after);
  }

  /** Called when other projects are cached: with the next flush each view decides again where its ids come from. */
  invalidate(): void {
    this.#isInvalid = true;
  }

  flush(isOwn: boolean): void {
    const isMany = this.#changes > manyRows;
    const isInvalid = this.#isInvalid;
    this.#changes = 0;
    this.#isInvalid = false;
    for (const view of this.#views.values()) {
      if (isInvalid) view.resolve();
      else if (isMany) view.onManyRows();
      view.flush(isOwn);
    }
  }

  refetch(): void {
    for (const view of this.#views.values()) view.refetchIfUsed();
  }

  /** Maps keep the order of insertion, so the first unused views are the oldest. */
  #forgetUnused(): void {
    const unused = [...this.#views].slice(0, -1).filter(([, view]) => !view.isUsed);
    for (const [key] of unused.slice(0, Math.max(0, unused.length - keptUnused))) this.#views.delete(key);
  }
}

/** The same for equal queries, whatever the order of their parts. */
export function keyOf(query: ViewQuery): string {
  const parts = Object.entries(query)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value])
    .filter(([, value]) => value !== undefined && value !== '');
  return JSON.stringify(parts.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
