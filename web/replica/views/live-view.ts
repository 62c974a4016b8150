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
/** From here on ids are found in slices, with frames in between. */
const slicedRows = 20_000;

export interface ViewHost {
  row(id: string): TicketRow | undefined;
  /** The rows that are held; with a status those that have it. */
  rows(status?: TicketRow['status']): Iterable<TicketRow>;
  size(): number;
  /** How many tickets match only as shown, and how many only as confirmed. */
  pendingDifference(matches: Predicate): { added: number; removed: number };
  /** While the kept rows are not all read: how the view began on the last page. */
  beginning(query: ViewQuery): ViewBeginning | undefined;
  /** Whether every ticket of the query is held here. */
  isHere(query: ViewQuery): boolean;
  compile(query: ViewQuery): { matches: Predicate; compare: Compare };
  /** Asks the server for a page and confirms its rows before it returns; `onArrival` is called before that. */
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
 * One query and its ids. Where every ticket of the query is held they are found here; otherwise pages come from the server,
 * and changed rows move within the pages that are loaded.
 */
export class LiveView {
  readonly query: ViewQuery;
  readonly #host: ViewHost;
  readonly #listeners = new Set<() => void>();
  /** Those that need more than the first ids and the total. */
  readonly #needAll = new Set<() => void>();
  #list: OrderedIds;
  #state: ViewState['state'] = 'loading';
  #source: ViewState['source'] = 'server';
  #total = 0;
  #nextCursor: string | null = null;
  #request = 0;
  #read = 0;
  /** While ids are found in slices: the rows that changed meanwhile. */
  #changedSince: Set<string> | undefined;
  #isFetching = false;
  #isStale = false;
  /** Grows whenever the total may change: one that was asked for before may be out of date. */
  #moves = 0;
  #cancelRecount: (() => void) | undefined;
  #firstPageRows = 0;
  /** The total assumes that the server did not have what is pending; its answer may have counted it already. */
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

  /** `isBeginningEnough`: the listener draws ids in their order, and nothing that depends on all of them. */
  subscribe(listener: () => void, isBeginningEnough = false): () => void {
    this.#listeners.add(listener);
    if (!isBeginningEnough) this.#needAll.add(listener);
    if (this.#isStale) this.refetch();
    return () => {
      this.#listeners.delete(listener);
      this.#needAll.delete(listener);
    };
  }

  /** The first ids and the total, if they are known and all that is drawn depends on them alone. */
  findBeginning(rowsMax: number): Omit<ViewBeginning, 'key'> | undefined {
    if (this.#source !== 'here' || this.#state !== 'ready' || this.#needAll.size > 0) return undefined;
    return { ids: this.#list.ids.slice(0, rowsMax), total: this.#total };
  }

  get isHere(): boolean {
    return this.#source === 'here';
  }

  /** The words of a search are in texts that are not held, and what blocks a ticket neither. Only the server reads filters. */
  get #isOpaque(): boolean {
    return Boolean(this.query.search || this.query.ready || this.query.filter);
  }

  /** Decides anew where the ids come from. */
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
      // Titles that match are there at once; the server's answer replaces them.
      if (this.query.search && !this.query.filter) this.#readHere();
      this.refetch();
    }
    this.#isChanged = true;
    this.flush(true);
  }

  /** Until the rest is read, changed rows move within the beginning as within pages of the server. */
  #begin({ ids, total }: ViewBeginning): void {
    const { matches, compare } = this.#list;
    const last = ids.length < total ? (ids.at(-1) ?? '') : '';
    // The person may have changed some since the page began.
    const rows = ids.flatMap((id) => this.#host.row(id) ?? []).filter(matches);
    this.#list.ids = rows.sort(compare).map(({ id }) => id);
    this.#list.boundary = this.#host.row(last);
    this.#source = 'here';
    this.#state = 'ready';
    this.#total = total - ids.length + rows.length;
  }

  /** Finds the ids among the rows that are held. */
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

  /** As many as the server will answer with: sorting all that match would be most of the time of a letter. */
  #readFirstRows(): void {
    const { matches, compare } = this.#list;
    const { first, total } = selectFirst(this.#host.rows(), matches, compare, pageSize);
    this.#list.ids = first.map(({ id }) => id);
    this.#list.boundary = undefined;
    this.#total = total;
  }

  /** Up to the boundary, or all. */
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

  /** Reads the loaded pages anew, for instance after events were missed. */
  refetch(): void {
    if (this.#source === 'here') return;
    this.#cancelRefetch?.();
    this.#cancelRefetch = undefined;
    this.#isStale = false;
    void this.#fetch(undefined);
  }

  /** Nobody looks at an unused view; it is read anew when somebody does. */
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

  /** Without a cursor all pages that are loaded, from the first; with one the next page. */
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

  /** Rows left: what is beyond moves up, so that a list does not look empty that is not. */
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
    // The server answered some time ago. What is shown by now has what happened since, and what is pending.
    this.#readRows(list.boundary);
    if (list.boundary) this.#setTotal(total, isOutdated());
  }

  /** The server's total and what is pending. */
  #setTotal(total: number, isOutdated: boolean): void {
    const { added, removed } = this.#host.pendingDifference(this.#list.matches);
    this.#total = total + added - removed;
    this.#isTotalAssumed = added + removed > 0;
    if (isOutdated) this.#recountSoon();
  }

  /** Whether rows moved since now, other than by the rows that the answer itself brings. */
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

  /** Whether the server had counted a row that moves is not known here; where all pages are loaded it does not matter. */
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
      // Pages that were asked for meanwhile have a newer total.
      if (request !== this.#request || this.#source === 'here' || !this.#list.boundary) return;
      this.#setTotal(total, count.isOutdated());
      this.#isChanged = true;
      this.flush(true);
      this.#fillFirstPage();
    } catch {
      this.#cancelRefetch ??= this.#host.after(retryAfterMs, () => this.refetchIfUsed());
    }
  }

  /** A row changes; the host still has the one before. */
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
    // A row that was not held may have been counted among those that are not loaded.
    if (!before || (move !== 'none' && move !== 'moved')) this.#onDoubtfulTotal();
    if (move === 'none') return;
    if (move === 'in') this.#total++;
    if (move === 'out') this.#total--;
    this.#isChanged = true;
    this.#newer++;
  }

  /** A ticket that the server may have counted moved, or is gone. */
  #onDoubtfulTotal(): void {
    this.#moves++;
    this.#recountSoon();
  }

  /** A ticket that is not held here is gone. */
  onUnseenGone(): void {
    if (this.#source === 'here') return;
    if (this.#isOpaque) this.#refetchSoon();
    else this.#onDoubtfulTotal();
  }

  /** The confirmed row of a ticket changed on which changes wait; what is shown may be as before. */
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

  /** Many rows changed at once: reading anew is faster than moving each. */
  onManyRows(): void {
    if (this.#source === 'here') this.#readHere();
    else this.#refetchSoon();
    this.#isChanged = true;
  }

  /** The pointer moves over the list: changes of others wait until it has rested for two seconds. */
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

  /** Shows what changed. `isOwn`: by this person, or loaded for them; it does not wait for the pointer. */
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
