import type { Comment } from '../../sdk/index.ts';
import { Emitter } from './emitter.ts';
import { type Holding, holdsAll } from './holding.ts';
import type { Person } from './make-changes.ts';
import { ManualOrders } from './manual-orders.ts';
import type { Entry, EntryOf } from './pending.ts';
import { Shown } from './shown.ts';
import { type Clock, type ListPage, SignedOut, type Transport } from './transport/transport.ts';
import type { Boot, LiveEvent, Notice, TicketRow, TicketWithDetails, ViewQuery } from './types.ts';
import { compileOrder, compileQuery } from './views/match.ts';
import type { ViewBeginning } from './views/view.ts';
import { keyOf, Views } from './views/views.ts';

export interface ReplicaSettings {
  boot: Boot;
  transport: Transport;
  clock: Clock;
  newId(): string;
}

/** The signals of the replica to its parts and its users. */
export interface ReplicaEvents {
  boot: [];
  /** Any row changed; `rowsVersion` has grown. */
  rows: [];
  /** The connection, the number of waiting changes, or the conflicts changed. */
  state: [];
  entries: [];
  notice: [Notice];
  /** An event of the stream was applied. */
  event: [LiveEvent];
  /** The server answered a change with the ticket, which is still pending. */
  answer: [TicketWithDetails];
  /** The server has a comment, which is still pending. */
  commented: [Comment];
  /** A comment will not be sent: its text goes back to the field in which it was typed. */
  unsent: [EntryOf<'comment'>];
  /** A row was confirmed, changed or removed in this project, or outside of any project. */
  confirmed: [projectId: string | null];
  /** A row was read before a gap in the events and must be requested again. */
  outdated: [id: string];
  /** The session has ended; requests fail until the person signs in again. */
  signedOut: [];
  /** The network or the session may be back. */
  wake: [];
}

/** What the parts of the replica share: rows, views, boot and listeners. */
export class Core {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly shown: Shown;
  readonly views: Views;
  readonly orders: ManualOrders;
  readonly #events = new Emitter<ReplicaEvents>();
  readonly on = this.#events.on;
  readonly emit = this.#events.emit;
  rowsVersion = 0;
  /** The cached projects, each with its extent. */
  readonly cached = new Map<string, Holding>();
  /** The first ids of views on the last page, by view key, until all stored rows are read. */
  beginnings: ReadonlyMap<string, ViewBeginning> = new Map();
  boot: Boot;
  /** Keyed by id, or by key in lower case. */
  readonly #rowListeners = new Emitter<Record<string, []>>();
  readonly #changedRows = new Set<string>();
  /** Maps former keys of tickets to their ids. */
  readonly #formerKeys = new Map<string, string>();
  /** Built at the first request for a ticket by its key. */
  #idOfKey: Map<string, string> | undefined;
  #isAnyRowChanged = false;
  readonly #removedRows = new Set<string>();
  readonly #projectOfKey = new Map<string, string>();
  #depth = 0;

  constructor({ boot, transport, clock, newId }: ReplicaSettings) {
    this.boot = boot;
    this.transport = transport;
    this.clock = clock;
    this.newId = newId;
    this.shown = new Shown(
      (id, before, after) => this.#onRow(id, before, after),
      (_, before, after) => this.views.onConfirmedBelow(before, after),
      (before, after) => {
        if (before && before.projectId !== after?.projectId) this.emit('confirmed', before.projectId);
        if (after) this.emit('confirmed', after.projectId);
      },
    );
    this.orders = new ManualOrders(this.shown);
    this.views = new Views({
      row: this.shown.get,
      rows: (status) => (status ? this.shown.withStatus(status) : this.shown.all()),
      size: () => this.shown.size,
      pendingDifference: (matches) => this.shown.pendingDifference(matches),
      beginning: (query) => (this.beginnings.size > 0 ? this.beginnings.get(keyOf(query)) : undefined),
      isHere: (query) => holdsAll(query, (ref) => this.cached.get(this.projectId(ref) ?? '')),
      compile: (query) => ({
        matches: compileQuery(query, this.#matchContext()),
        compare: compileOrder(query),
      }),
      fetchPage: (query, cursor, limit, onArrival) => this.#fetchPage(query, cursor, limit, onArrival),
      now: clock.now,
      after: clock.after,
    });
  }

  get me(): Person {
    const { me, preferences, workspaces } = this.boot;
    const own = workspaces.find(({ kind, ownerId }) => kind === 'personal' && ownerId === me.id);
    return { id: me.id, zone: preferences?.timezone ?? 'UTC', workspaceId: own?.id ?? '' };
  }

  /** The id of a cached ticket, given its id or key. */
  ticketId = (ref: string): string | undefined => {
    if (this.shown.get(ref)) return ref;
    const name = ref.toLowerCase();
    this.#idOfKey ??= new Map(
      [...this.shown.all()].flatMap(({ id, key }) => (key ? [[key.toLowerCase(), id]] : [])),
    );
    const id = this.#idOfKey.get(name) ?? this.#formerKeys.get(name);
    return id !== undefined && this.shown.get(id) ? id : undefined;
  };

  /** Also accepts a key that the project had earlier in this page. */
  projectId = (ref: string): string | undefined => {
    const project = this.boot.projects.find(
      ({ id, key }) => id === ref || key.toLowerCase() === ref.toLowerCase(),
    );
    if (project) this.#projectOfKey.set(ref.toLowerCase(), project.id);
    return project?.id ?? this.#projectOfKey.get(ref.toLowerCase());
  };

  /** Adds another name of the ticket, such as a key from before it moved. */
  nameTicket(ref: string, id: string): void {
    this.#formerKeys.set(ref.toLowerCase(), id);
  }

  newEntry = (summary: string) => ({
    id: this.newId(),
    madeAtMs: this.clock.now(),
    summary,
    attempts: 0,
  });

  setEntries(entries: readonly Entry[]): void {
    this.batch(true, () => this.shown.setEntries(entries));
    this.emit('entries');
  }

  /** No text is lost with an entry: comments of `before` that are no longer pending are handed back. */
  returnLostComments(before: readonly Entry[]): void {
    const kept = new Set(this.shown.entries.map(({ id }) => id));
    for (const entry of before)
      if (entry.kind === 'comment' && !kept.has(entry.id)) this.emit('unsent', entry);
  }

  /** Confirms the rows of an answer whose request was sent at the tick `since`. */
  confirmAll(rows: readonly TicketRow[], since: number): void {
    this.batch(true, () => {
      const changed: string[] = [];
      for (const row of rows) if (this.confirm(row, since)) changed.push(row.id);
      this.shown.refresh(changed);
    });
  }

  confirm(row: TicketRow, since: number, isPartial = false): boolean {
    const isChanged = this.shown.confirmed.confirm(row, { since, isPartial });
    // Also for an unchanged row: the ticket may be gone since, while the request that would have found out was under
    // way.
    const { confirmed } = this.shown;
    if (confirmed.hasMissedSince(since) && confirmed.get(row.id)) this.emit('outdated', row.id);
    return isChanged;
  }

  /** Listens to one ticket, by id or by key in lower case. */
  onRow = this.#rowListeners.on;
  tellRow = this.#rowListeners.emit;
  isRowUsed = this.#rowListeners.has;
  /** The ids and keys of the tickets that are drawn. */
  usedRefs = this.#rowListeners.names;

  /** Called after many rows were restored without a signal for each. */
  onRestored(): void {
    this.#idOfKey = undefined;
    this.orders.forget();
    this.#isAnyRowChanged = true;
    for (const ref of this.usedRefs()) this.#changedRows.add(ref);
    this.views.invalidate();
  }

  /** Signals many changes once, after the last. With `isOwn`, views do not wait for the pointer to rest. */
  batch = (isOwn: boolean, change: () => void): void => {
    this.#depth++;
    try {
      change();
    } finally {
      if (--this.#depth === 0) {
        this.views.flush(isOwn);
        const changed = [...this.#changedRows];
        this.#changedRows.clear();
        for (const ref of changed) this.tellRow(ref);
        if (this.#isAnyRowChanged) {
          this.#isAnyRowChanged = false;
          this.rowsVersion++;
          this.emit('rows');
        }
      }
    }
  };

  fail(error: unknown): void {
    if (!(error instanceof SignedOut)) return;
    this.emit('signedOut');
  }

  #onRow(id: string, before: TicketRow | undefined, after: TicketRow | undefined): void {
    this.views.onRow(id, before, after);
    this.orders.onRow(id, before, after);
    this.#isAnyRowChanged = true;
    const key = (after ?? before)?.key?.toLowerCase();
    if (after && key) this.#idOfKey?.set(key, id);
    for (const ref of [id, key]) {
      if (ref === undefined || !this.isRowUsed(ref)) continue;
      this.#changedRows.add(ref);
      if (after) this.#removedRows.delete(ref);
      else this.#removedRows.add(ref);
    }
  }

  /** True if a ticket with listeners existed and was removed. */
  isRemoved = (ref: string): boolean => this.#removedRows.has(ref.toLowerCase());

  async #fetchPage(
    query: ViewQuery,
    cursor: string | undefined,
    limit: number,
    onArrival: () => void,
  ): Promise<ListPage> {
    const since = this.shown.confirmed.now();
    try {
      const page = await this.transport.list(query, cursor, limit);
      onArrival();
      this.confirmAll(page.rows, since);
      return page;
    } catch (error) {
      this.fail(error);
      throw error;
    }
  }

  #matchContext() {
    const { id, zone } = this.me;
    const { projectId, ticketId } = this;
    return { me: id, zone, nowMs: this.clock.now(), projectId, ticketId };
  }
}
