import { selectFirst } from '../transport/select-first.ts';
import type { ListPage } from '../transport/transport.ts';
import type { TicketRow, ViewQuery, ViewState } from '../types.ts';
import { sortRows, valuesOf } from './match.ts';
import { Presentation } from './presentation.ts';
import { refetchAfterMs, ServerTotal } from './server-total.ts';
import { SliceReader } from './slice-reader.ts';
import { moveRow, type OrderedIds, type ViewBeginning, type ViewHost } from './view.ts';

const pageSize = 100;
const retryAfterMs = 5_000;
/** From this number on, ids are found in slices with frames in between. */
const slicedRows = 20_000;

/**
 * One query and its ids. If every ticket of the query is cached, the ids are found here. Otherwise pages come from the
 * server, and changed rows move within the loaded pages.
 */
export class LiveView {
  readonly query: ViewQuery;
  /** The projects of the query are loaded as a whole for it. */
  isKept = false;
  readonly #host: ViewHost;
  readonly #shown: Presentation;
  readonly #slices: SliceReader;
  readonly #serverTotal: ServerTotal;
  #list: OrderedIds;
  #state: ViewState['state'] = 'loading';
  #source: ViewState['source'] = 'server';
  #total = 0;
  #nextCursor: string | null = null;
  #request = 0;
  #isFetching = false;
  #isStale = false;
  #firstPageRows = 0;
  #cancelRefetch: (() => void) | undefined;

  constructor(query: ViewQuery, host: ViewHost) {
    this.query = query;
    this.#host = host;
    this.#list = { ids: [], ...host.compile(query) };
    this.#shown = new Presentation(host, () => this.#present());
    this.#slices = new SliceReader(host);
    const isPartial = () => !this.isHere && this.#list.boundary !== undefined;
    this.#serverTotal = new ServerTotal(host.after, isPartial, () => this.#recount());
    this.resolve();
  }

  get = (): ViewState => this.#shown.get();

  get isUsed(): boolean {
    return this.#shown.isUsed;
  }

  /** With `isBeginningEnough`, the listener draws only the first ids and the total. */
  subscribe(listener: () => void, isBeginningEnough = false): () => void {
    const unsubscribe = this.#shown.subscribe(listener, isBeginningEnough);
    if (this.#isStale) this.refetch();
    return unsubscribe;
  }

  /** The first ids and the total, if they are known and no listener needs more. */
  findBeginning(rowsMax: number): Omit<ViewBeginning, 'key'> | undefined {
    if (!this.isHere || this.#state !== 'ready' || this.#shown.needsAll) return undefined;
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
    } else if (this.isHere || this.#state === 'loading') {
      this.#source = 'server';
      this.#state = 'loading';
      // Shows matching titles at once; the server's answer replaces them.
      if (this.query.search && !this.query.filter) this.#readHere();
      this.refetch();
    }
    this.#show();
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
    if (this.#host.size() <= slicedRows) {
      this.#slices.end();
      if (this.isHere) this.#readRows();
      else this.#readFirstRows();
      if (this.isHere) this.#state = 'ready';
      return;
    }
    const onRead = () => {
      this.#total = this.#list.ids.length;
      if (this.isHere) this.#state = 'ready';
      this.#show();
    };
    this.#slices.read(() => this.#list, onRead);
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
    if (this.isHere) return;
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
    if (this.isHere || this.#isFetching) return;
    if (this.#state === 'failed') this.refetch();
    else if (this.#nextCursor !== null) void this.#fetch(this.#nextCursor);
  }

  /** Without a cursor, loads all loaded pages again from the first; with one, the next page. */
  async #fetch(from: string | undefined): Promise<void> {
    const request = ++this.#request;
    const isCurrent = () => request === this.#request && this.#source === 'server';
    const wanted = from === undefined ? this.#list.ids.length : 0;
    this.#isFetching = true;
    const count = this.#serverTotal.watch();
    try {
      let cursor = from;
      let fetched = 0;
      do {
        const page = await this.#host.fetchPage(this.query, cursor, pageSize, count.onArrival);
        count.onConfirmed();
        if (!isCurrent()) return;
        this.#slices.end();
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
      this.#refetchSoon(retryAfterMs);
    } finally {
      if (request === this.#request) this.#isFetching = false;
    }
    this.#show();
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

  #setTotal(total: number, isOutdated: boolean): void {
    const pending = this.#host.pendingDifference(this.#list.matches);
    this.#total = this.#serverTotal.add(total, pending, isOutdated);
  }

  async #recount(): Promise<void> {
    const request = this.#request;
    const count = this.#serverTotal.watch();
    try {
      const { total } = await this.#host.fetchPage(this.query, undefined, 1, count.onArrival);
      // Pages requested meanwhile have a newer total.
      if (request !== this.#request || this.isHere || !this.#list.boundary) return;
      this.#setTotal(total, count.isOutdated());
      this.#show();
      this.#fillFirstPage();
    } catch {
      this.#refetchSoon(retryAfterMs);
    }
  }

  /** Called when a row changes; the host still has the previous one. */
  onRow(id: string, before: TicketRow | undefined, after: TicketRow | undefined): void {
    if (this.#slices.takesIn(id)) return;
    if (this.#source === 'server' && this.#isOpaque) {
      this.#onOpaqueRow(id, after);
      return;
    }
    const move = moveRow(this.#list, id, before, after, this.#host.row);
    // A row that was not cached may have been counted among those that are not loaded.
    if (!before || (move !== 'none' && move !== 'moved')) this.#serverTotal.onDoubt();
    if (move === 'none') return;
    if (move === 'in') this.#total++;
    if (move === 'out') this.#total--;
    this.#shown.change(1);
  }

  /** Called when a ticket that is not cached is gone. */
  onUnseenGone(): void {
    if (this.isHere) return;
    if (this.#isOpaque) this.#refetchSoon();
    else this.#serverTotal.onDoubt();
  }

  /** Called when the confirmed row of a ticket with pending changes changed; the shown row may be the same. */
  onConfirmedBelow(before: TicketRow | undefined, after: TicketRow | undefined): void {
    if (this.isHere || this.#isOpaque) return;
    const { matches } = this.#list;
    if ((before !== undefined && matches(before)) === (after !== undefined && matches(after))) return;
    this.#serverTotal.onConfirmedMove();
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
    this.#shown.change();
  }

  #refetchSoon(afterMs = refetchAfterMs): void {
    this.#cancelRefetch ??= this.#host.after(afterMs, () => this.refetchIfUsed());
  }

  /** Called when many rows changed at once: reading again is faster than moving each. */
  onManyRows(): void {
    if (this.isHere) this.#readHere();
    else this.#refetchSoon();
    this.#shown.change();
  }

  holdStill = (): void => this.#shown.holdStill();

  flush = (isOwn: boolean): void => this.#shown.flush(isOwn);

  /** Shows what was loaded for this person. */
  #show(): void {
    this.#shown.change();
    this.flush(true);
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
