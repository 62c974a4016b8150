import { selectFirst } from '../transport/select-first.ts';
import type { ListPage } from '../transport/transport.ts';
import type { TicketRow, ViewQuery, ViewState } from '../types.ts';
import { type Compare, type Predicate, sortRows, valuesOf } from './match.ts';
import { sortInSlices } from './sort-in-slices.ts';
import { moveRow, type OrderedIds, type ViewBeginning } from './view.ts';

const pageSize = 100;
const refetchAfterMs = 600;
const retryAfterMs = 5_000;
const restMs = 2_000;
/** From this number on, ids are found in slices with frames in between. */
const slicedRows = 20_000;

export interface ViewHost {
  row(id: string): TicketRow | undefined;
  /** The cached rows; with a status, only those that have it. */
  rows(status?: TicketRow['status']): Iterable<TicketRow>;
  size(): number;
  /** Counts the tickets that match only as shown, and those that match only as confirmed. */
  pendingDifference(matches: Predicate): { added: number; removed: number };
  /** How the view began on the last page, until all stored rows are read. */
  beginning(query: ViewQuery): ViewBeginning | undefined;
  /** True if every ticket of the query is cached. */
  isHere(query: ViewQuery): boolean;
  compile(query: ViewQuery): { matches: Predicate; compare: Compare };
  /** Requests a page and confirms its rows before it returns; `onArrival` is called before that. */
  fetchPage(
    query: ViewQuery,
    cursor: string | undefined,
    limit: number,
    onArrival: () => void,
  ): Promise<ListPage>;
  now(): number;
  after(ms: number, run: () => void): () => void;
}

/**
 * One query and its ids. If every ticket of the query is cached, the ids are found here. Otherwise pages come from the
 * server, and changed rows move within the loaded pages.
 */
export class LiveView {
  readonly query: ViewQuery;
  readonly #host: ViewHost;
  readonly #listeners = new Set<() => void>();
  /** Listeners that need more than the first ids and the total. */
  readonly #needAll = new Set<() => void>();
  #list: OrderedIds;
  #state: ViewState['state'] = 'loading';
  #source: ViewState['source'] = 'server';
  #total = 0;
  #nextCursor: string | null = null;
  #request = 0;
  #read = 0;
  /** The rows that changed while ids are found in slices. */
  #changedSince: Set<string> | undefined;
  #isFetching = false;
  #isStale = false;
  /** Incremented whenever the total may change: a total requested earlier may be outdated. */
  #moves = 0;
  #cancelRecount: (() => void) | undefined;
  #firstPageRows = 0;
  /** True if the total assumes that the server did not count the pending changes; its answer may include them. */
  #isTotalAssumed = false;
  #cancelRefetch: (() => void) | undefined;
  #presented: ViewState;
  #isChanged = false;
  #heldUntil = 0;
  #cancelHold: (() => void) | undefined;
  #newer = 0;

  constructor(query: ViewQuery, host: ViewHost) {
    this.query = query;
    this.#host = host;
    this.#list = { ids: [], ...host.compile(query) };
    this.#presented = this.#present();
    this.resolve();
  }

  get = (): ViewState => this.#presented;

  get isUsed(): boolean {
    return this.#listeners.size > 0;
  }

  /** With `isBeginningEnough`, the listener draws only the first ids and the total. */
  subscribe(listener: () => void, isBeginningEnough = false): () => void {
    this.#listeners.add(listener);
    if (!isBeginningEnough) this.#needAll.add(listener);
    if (this.#isStale) this.refetch();
    return () => {
      this.#listeners.delete(listener);
      this.#needAll.delete(listener);
    };
  }

  /** The first ids and the total, if they are known and no listener needs more. */
  findBeginning(rowsMax: number): Omit<ViewBeginning, 'key'> | undefined {
    if (this.#source !== 'here' || this.#state !== 'ready' || this.#needAll.size > 0) return undefined;
    return { ids: this.#list.ids.slice(0, rowsMax), total: this.#total };
  }

  get isHere(): boolean {
    return this.#source === 'here';
  }

  /** True if the browser cannot evaluate the query: it needs texts or relations that are not cached, or has a filter. */
  get #isOpaque(): boolean {
    return Boolean(this.query.search || this.query.ready || this.query.filter);
  }

  /** Decides again where the ids come from. */
  resolve(): void {
    this.#list = { ...this.#list, ...this.#host.compile(this.query) };
    const beginning = this.#host.beginning(this.query);
    if (beginning) {
      this.#begin(beginning);
    } else if (this.#host.isHere(this.query)) {
      this.#source = 'here';
      this.#readHere();
    } else if (this.#source === 'here' || this.#state === 'loading') {
      this.#source = 'server';
      this.#state = 'loading';
      // Shows matching titles at once; the server's answer replaces them.
      if (this.query.search && !this.query.filter) this.#readHere();
      this.refetch();
    }
    this.#isChanged = true;
    this.flush(true);
  }

  /** Until the rest is read, changed rows move within the first rows as within loaded pages. */
  #begin({ ids, total }: ViewBeginning): void {
    const { matches, compare } = this.#list;
    const last = ids.length < total ? (ids.at(-1) ?? '') : '';
    // The person may have changed some of them since the page began.
    const rows = ids.flatMap((id) => this.#host.row(id) ?? []).filter(matches);
    this.#list.ids = rows.sort(compare).map(({ id }) => id);
    this.#list.boundary = this.#host.row(last);
    this.#source = 'here';
    this.#state = 'ready';
    this.#total = total - ids.length + rows.length;
  }

  /** Finds the ids among the cached rows. */
  #readHere(): void {
    const read = ++this.#read;
    this.#changedSince = undefined;
    if (this.#host.size() <= slicedRows) {
      if (this.#source === 'here') this.#readRows();
      else this.#readFirstRows();
      if (this.#source === 'here') this.#state = 'ready';
      return;
    }
    const { matches, compare } = this.#list;
    const slices = sortInSlices([...this.#host.rows()], matches, compare, this.#host.now);
    const changed = new Set<string>();
    this.#changedSince = changed;
    const next = () => {
      if (read !== this.#read) return;
      const slice = slices.next();
      if (!slice.done) {
        this.#host.after(0, next);
        return;
      }
      this.#changedSince = undefined;
      this.#list.ids = slice.value.filter(({ id }) => !changed.has(id)).map(({ id }) => id);
      this.#list.boundary = undefined;
      for (const id of changed) moveRow(this.#list, id, undefined, this.#host.row(id), this.#host.row);
      this.#total = this.#list.ids.length;
      if (this.#source === 'here') this.#state = 'ready';
      this.#isChanged = true;
      this.flush(true);
    };
    next();
  }

  /** Finds as many as the server will answer with: sorting all matches would take most of the time of a keystroke. */
  #readFirstRows(): void {
    const { matches, compare } = this.#list;
    const { first, total } = selectFirst(this.#host.rows(), matches, compare, pageSize);
    this.#list.ids = first.map(({ id }) => id);
    this.#list.boundary = undefined;
    this.#total = total;
  }

  /** Reads the rows up to the boundary, or all. */
  #readRows(boundary?: TicketRow): void {
    const { matches, compare } = this.#list;
    const rows: TicketRow[] = [];
    const statuses = valuesOf(this.query.status) as TicketRow['status'][] | undefined;
    for (const row of this.#host.rows(statuses?.length === 1 ? statuses[0] : undefined)) {
      if (matches(row) && !(boundary && compare(row, boundary) > 0)) rows.push(row);
    }
    this.#list.ids = sortRows(rows, this.query).map(({ id }) => id);
    this.#list.boundary = boundary;
    this.#total = rows.length;
  }

  /** Loads the loaded pages again, for example after events were missed. */
  refetch(): void {
    if (this.#source === 'here') return;
    this.#cancelRefetch?.();
    this.#cancelRefetch = undefined;
    this.#isStale = false;
    void this.#fetch(undefined);
  }

  /** Reloads only a view in use. An unused view is read when somebody uses it. */
  refetchIfUsed(): void {
    this.#cancelRefetch = undefined;
    if (this.isUsed) this.refetch();
    else this.#isStale = true;
  }

  loadMore(): void {
    if (this.#source === 'here' || this.#isFetching) return;
    if (this.#state === 'failed') this.refetch();
    else if (this.#nextCursor !== null) void this.#fetch(this.#nextCursor);
  }

  /** Without a cursor, loads all loaded pages again from the first; with one, the next page. */
  async #fetch(from: string | undefined): Promise<void> {
    const request = ++this.#request;
    const isCurrent = () => request === this.#request && this.#source === 'server';
    const wanted = from === undefined ? this.#list.ids.length : 0;
    this.#isFetching = true;
    const count = this.#watchMoves();
    try {
      let cursor = from;
      let fetched = 0;
      do {
        const page = await this.#host.fetchPage(this.query, cursor, pageSize, count.onArrival);
        count.onConfirmed();
        if (!isCurrent()) return;
        this.#read++;
        this.#changedSince = undefined;
        if (cursor === undefined) {
          this.#list = { ...this.#list, ids: [] };
          this.#firstPageRows = page.rows.length;
        }
        this.#addPage(page, count.isOutdated);
        fetched += page.rows.length;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined && fetched < wanted);
      this.#state = 'ready';
    } catch {
      if (!isCurrent()) return;
      if (this.#list.ids.length === 0) this.#state = 'failed';
      this.#cancelRefetch ??= this.#host.after(retryAfterMs, () => this.refetchIfUsed());
    } finally {
      if (request === this.#request) this.#isFetching = false;
    }
    this.#isChanged = true;
    this.flush(true);
    this.#fillFirstPage();
  }

  /** After rows have left, fetches the next ones, so that a list with more rows does not look empty. */
  #fillFirstPage(): void {
    const isShort = this.#list.ids.length < this.#firstPageRows;
    if (isShort && this.#state === 'ready' && this.isUsed) this.loadMore();
  }

  #addPage({ rows, total, nextCursor }: ListPage, isOutdated: () => boolean): void {
    const list = this.#list;
    this.#nextCursor = nextCursor;
    if (this.#isOpaque) {
      const known = new Set(list.ids);
      for (const { id } of rows) if (this.#host.row(id) && !known.has(id)) list.ids.push(id);
      this.#total = total;
      return;
    }
    list.boundary = nextCursor === null ? undefined : rows.at(-1);
    // The answer is some time old. The rows as shown include what happened since, and what is pending.
    this.#readRows(list.boundary);
    if (list.boundary) this.#setTotal(total, isOutdated());
  }

  /** Sets the server's total, adjusted by the pending changes. */
  #setTotal(total: number, isOutdated: boolean): void {
    const { added, removed } = this.#host.pendingDifference(this.#list.matches);
    this.#total = total + added - removed;
    this.#isTotalAssumed = added + removed > 0;
    if (isOutdated) this.#recountSoon();
  }

  /** Watches whether rows move from now on, other than by the rows of the answer itself. */
  #watchMoves() {
    let moves = this.#moves;
    let isOutdated = false;
    return {
      onArrival: () => {
        isOutdated ||= this.#moves > moves;
      },
      onConfirmed: () => {
        moves = this.#moves;
      },
      isOutdated: () => isOutdated,
    };
  }

  /** It is unknown whether the server had counted a moved row. If all pages are loaded, it does not matter. */
  #recountSoon(): void {
    if (this.#source === 'here' || !this.#list.boundary) return;
    this.#cancelRecount ??= this.#host.after(refetchAfterMs, () => {
      this.#cancelRecount = undefined;
      void this.#recount();
    });
  }

  async #recount(): Promise<void> {
    const request = this.#request;
    const count = this.#watchMoves();
    try {
      const { total } = await this.#host.fetchPage(this.query, undefined, 1, count.onArrival);
      // Pages requested meanwhile have a newer total.
      if (request !== this.#request || this.#source === 'here' || !this.#list.boundary) return;
      this.#setTotal(total, count.isOutdated());
      this.#isChanged = true;
      this.flush(true);
      this.#fillFirstPage();
    } catch {
      this.#cancelRefetch ??= this.#host.after(retryAfterMs, () => this.refetchIfUsed());
    }
  }

  /** Called when a row changes; the host still has the previous one. */
  onRow(id: string, before: TicketRow | undefined, after: TicketRow | undefined): void {
    if (this.#changedSince) {
      this.#changedSince.add(id);
      return;
    }
    if (this.#source === 'server' && this.#isOpaque) {
      this.#onOpaqueRow(id, after);
      return;
    }
    const move = moveRow(this.#list, id, before, after, this.#host.row);
    // A row that was not cached may have been counted among those that are not loaded.
    if (!before || (move !== 'none' && move !== 'moved')) this.#onDoubtfulTotal();
    if (move === 'none') return;
    if (move === 'in') this.#total++;
    if (move === 'out') this.#total--;
    this.#isChanged = true;
    this.#newer++;
  }

  /** Called when a ticket that the server may have counted moved, or is gone. */
  #onDoubtfulTotal(): void {
    this.#moves++;
    this.#recountSoon();
  }

  /** Called when a ticket that is not cached is gone. */
  onUnseenGone(): void {
    if (this.#source === 'here') return;
    if (this.#isOpaque) this.#refetchSoon();
    else this.#onDoubtfulTotal();
  }

  /** Called when the confirmed row of a ticket with pending changes changed; the shown row may be the same. */
  onConfirmedBelow(before: TicketRow | undefined, after: TicketRow | undefined): void {
    if (this.#source === 'here' || this.#isOpaque) return;
    const { matches } = this.#list;
    if ((before !== undefined && matches(before)) === (after !== undefined && matches(after))) return;
    this.#moves++;
    if (this.#isTotalAssumed) this.#recountSoon();
  }

  #onOpaqueRow(id: string, after: TicketRow | undefined): void {
    if (!this.isUsed) this.#isStale = true;
    if (after) {
      if (this.isUsed) this.#refetchSoon();
      return;
    }
    const at = this.#list.ids.indexOf(id);
    if (at < 0) return;
    this.#list.ids.splice(at, 1);
    this.#total--;
    this.#isChanged = true;
  }

  #refetchSoon(): void {
    this.#cancelRefetch ??= this.#host.after(refetchAfterMs, () => this.refetchIfUsed());
  }

  /** Called when many rows changed at once: reading again is faster than moving each. */
  onManyRows(): void {
    if (this.#source === 'here') this.#readHere();
    else this.#refetchSoon();
    this.#isChanged = true;
  }

  /** Called when the pointer moves over the list: changes of others wait until it has rested for two seconds. */
  holdStill(): void {
    this.#heldUntil = this.#host.now() + restMs;
    this.#cancelHold ??= this.#host.after(restMs, () => this.#release());
  }

  #release(): void {
    this.#cancelHold = undefined;
    const rest = this.#heldUntil - this.#host.now();
    if (rest > 0) this.#cancelHold = this.#host.after(rest, () => this.#release());
    else this.flush(true);
  }

  /** Shows what changed. With `isOwn`, this person made or requested the change, so it does not wait for the pointer. */
  flush(isOwn: boolean): void {
    if (!this.#isChanged) return;
    const isHeld = !isOwn && this.#host.now() < this.#heldUntil;
    if (!isHeld) {
      this.#isChanged = false;
      this.#newer = 0;
    }
    this.#presented = isHeld ? { ...this.#presented, newer: this.#newer } : this.#present();
    for (const listener of this.#listeners) listener();
  }

  #present(): ViewState {
    return {
      ids: [...this.#list.ids],
      total: Math.max(this.#total, this.#list.ids.length),
      state: this.#state,
      source: this.#source,
      newer: 0,
      loadMore: () => this.loadMore(),
      showNewer: () => this.flush(true),
    };
  }
}
