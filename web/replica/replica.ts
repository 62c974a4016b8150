import { applyEvent } from './apply-event.ts';
import {
  differenceOf,
  inverseOf,
  newRow,
  type Person,
  placeOf,
  rankOfPlace,
  resolvePatch,
  shownOf,
} from './make-changes.ts';
import { compileOrder, compileQuery, isOpen, valuesOf } from './match.ts';
import {
  addEntry,
  type Entry,
  type EntryOf,
  type TextBase,
  type TicketChange,
  ticketsOf,
} from './pending.ts';
import { Queue } from './queue.ts';
import { Shown } from './shown.ts';
import { type Answer, type Clock, type LoadScope, SignedOut, type Transport } from './transport.ts';
import type {
  Boot,
  Conflict,
  Connection,
  LiveEvent,
  NewTicket,
  Notice,
  Place,
  StreamMessage,
  TicketPatch,
  TicketRow,
  TicketWithDetails,
  ViewQuery,
} from './types.ts';
import { type Step, UndoStack } from './undo.ts';
import { Views } from './views.ts';

export interface ReplicaSettings {
  boot: Boot;
  transport: Transport;
  clock: Clock;
  newId(): string;
}

const rowsMax = 50_000;
/** A project with at most so many tickets is held whole, with all that were ever closed. */
const wholeProjectMax = 20_000;
const closedForMs = 14 * 24 * 60 * 60 * 1000;
const bulkMax = 500;
const refsMax = 100;
const bootDelayMs = 150;
const openStatuses = new Set(['backlog', 'todo', 'in_progress', 'in_review']);

interface JoinedStep extends Step {
  ticketIds: string[];
}

/** What is held of a project. Without `closedSince`: every ticket. */
interface Holding {
  closedSince: string | undefined;
}

/**
 * The copy of the data in the browser. It has no DOM and no network of its own: what it needs is given to it, so that tests
 * run any history. Components read it through the hooks of index.ts.
 */
export class Replica {
  readonly #settings: ReplicaSettings;
  readonly #shown: Shown;
  readonly #views: Views;
  readonly #queue: Queue;
  readonly #undo = new UndoStack();
  readonly #rowListeners = new Map<string, Set<() => void>>();
  readonly #changedRows = new Set<string>();
  readonly #rowsListeners = new Set<() => void>();
  #rowsVersion = 0;
  readonly #bootListeners = new Set<() => void>();
  readonly #stateListeners = new Set<() => void>();
  readonly #noticeListeners = new Set<(notice: Notice) => void>();
  readonly #eventListeners = new Set<(event: LiveEvent) => void>();
  readonly #answerListeners = new Set<(ticket: TicketWithDetails) => void>();
  readonly #idOfKey = new Map<string, string>();
  readonly #missing = new Set<string>();
  readonly #wanted = new Set<string>();
  readonly #held = new Map<string, Holding>();
  readonly #loading = new Map<string, AbortController>();
  #conflicts: readonly Conflict[] = [];
  #boot: Boot;
  #stream: Connection['state'] = 'connecting';
  #cursor: string | undefined;
  #connection: Connection = { state: 'connecting', waiting: 0 };
  #isStreamOpen = false;
  #cancelBoot: (() => void) | undefined;
  #depth = 0;
  #joinedSteps: JoinedStep[] | undefined;

  constructor(settings: ReplicaSettings) {
    this.#settings = settings;
    this.#boot = settings.boot;
    this.#shown = new Shown((id, before, after) => this.#onRow(id, before, after));
    const { clock } = settings;
    this.#views = new Views({
      row: this.#shown.get,
      rows: this.#shown.all,
      isHere: (query) => this.#isHere(query),
      compile: (query) => ({
        matches: compileQuery(query, this.#matchContext()),
        compare: compileOrder(query),
      }),
      fetchPage: (query, cursor, limit) => this.#fetchPage(query, cursor, limit),
      now: clock.now,
      after: clock.after,
    });
    this.#queue = new Queue({
      clock,
      entries: () => this.#shown.entries,
      send: (entry) => this.#send(entry),
      settle: (entry, answer) => this.#settle(entry, answer),
      onState: () => this.#updateConnection(),
    });
  }

  // What is read

  get boot(): Boot {
    return this.#boot;
  }

  get me(): Person {
    const { me, preferences, workspaces } = this.#boot;
    const own = workspaces.find(({ kind, ownerId }) => kind === 'personal' && ownerId === me.id);
    return { id: me.id, zone: preferences?.timezone ?? 'UTC', workspaceId: own?.id ?? '' };
  }

  /** The position in the event stream up to which everything is applied. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  get connection(): Connection {
    return this.#connection;
  }

  get conflicts(): readonly Conflict[] {
    return this.#conflicts;
  }

  get entries(): readonly Entry[] {
    return this.#shown.entries;
  }

  row = (id: string): TicketRow | undefined => this.#shown.get(id);
  rows = (): Iterable<TicketRow> => this.#shown.all();

  isMissing = (ref: string): boolean => this.#missing.has(ref.toLowerCase());

  /** The id of a ticket, given its id or key, if it is held. */
  ticketId(ref: string): string | undefined {
    return this.#shown.get(ref) ? ref : this.#idOfKey.get(ref.toLowerCase());
  }

  projectId = (ref: string): string | undefined =>
    this.#boot.projects.find(({ id, key }) => id === ref || key.toLowerCase() === ref.toLowerCase())?.id;

  view(query: ViewQuery) {
    for (const ref of valuesOf(query.project) ?? []) {
      const id = this.projectId(ref);
      if (id !== undefined) void this.openProject(id);
    }
    return this.#views.get(query);
  }

  /** The texts of a ticket that the server does not have yet. */
  pendingText(ticketId: string): { title?: string; description?: string | null } {
    const texts: { title?: string; description?: string | null } = {};
    for (const entry of this.#shown.entriesOf(ticketId)) {
      if (entry.kind === 'create' && entry.fields.description !== undefined) {
        texts.description = entry.fields.description;
      }
      if (entry.kind !== 'change') continue;
      const patch = entry.changes.find((change) => change.ticketId === ticketId)?.patch;
      if (patch?.title !== undefined) texts.title = patch.title;
      if (patch?.description !== undefined) texts.description = patch.description;
    }
    return texts;
  }

  onRow(id: string, listener: () => void): () => void {
    const listeners = this.#rowListeners.get(id) ?? new Set();
    this.#rowListeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#rowListeners.delete(id);
    };
  }

  /** Grows with every change of any row. */
  get rowsVersion(): number {
    return this.#rowsVersion;
  }

  onRows = (listener: () => void) => add(this.#rowsListeners, listener);
  onBoot = (listener: () => void) => add(this.#bootListeners, listener);
  onState = (listener: () => void) => add(this.#stateListeners, listener);
  onNotice = (listener: (notice: Notice) => void) => add(this.#noticeListeners, listener);
  onEvent = (listener: (event: LiveEvent) => void) => add(this.#eventListeners, listener);
  onAnswer = (listener: (ticket: TicketWithDetails) => void) => add(this.#answerListeners, listener);

  holdStill(): void {
    for (const view of this.#views.all()) if (view.isUsed) view.holdStill();
  }

  // Verbs

  changeTickets(
    ids: readonly string[],
    patch: TicketPatch | ((row: TicketRow) => TicketPatch),
    summary: string,
    base?: TextBase,
  ): void {
    const changes = ids.flatMap((ticketId) => {
      const row = this.#shown.get(ticketId);
      if (!row) return [];
      const given = resolvePatch(typeof patch === 'function' ? patch(row) : patch, this.me);
      const difference = differenceOf(row, given);
      return Object.keys(difference).length > 0 ? [this.#newChange(row, difference, base)] : [];
    });
    if (changes.length === 0) return;
    const before = new Map(changes.map(({ ticketId }) => [ticketId, this.#shown.get(ticketId) as TicketRow]));
    this.#add(...this.#changeEntries(changes, summary));
    this.#did({
      summary,
      ticketIds: changes.map(({ ticketId }) => ticketId),
      undo: () => {
        const inverse = changes.flatMap((change) => {
          const row = this.#shown.get(change.ticketId);
          const back = inverseOf(change, before.get(change.ticketId) as TicketRow, row);
          return row && Object.keys(back).length > 0 ? [this.#newChange(row, back)] : [];
        });
        if (inverse.length > 0) this.#add(...this.#changeEntries(inverse, ''));
      },
      redo: () => {
        const again = changes.flatMap(({ ticketId, patch: fields, base: read }) => {
          const row = this.#shown.get(ticketId);
          return row ? [this.#newChange(row, fields, read)] : [];
        });
        if (again.length > 0) this.#add(...this.#changeEntries(again, ''));
      },
    });
  }

  createTicket(fields: NewTicket, summary = ''): string {
    const id = this.#settings.newId();
    const { clock } = this.#settings;
    const { title, workspaceId: inWorkspace, ...others } = fields;
    const projectId = fields.projectId ? (this.projectId(fields.projectId) ?? fields.projectId) : null;
    const resolved: NewTicket = {
      ...(resolvePatch({ ...others, title }, this.me) as NewTicket),
      ...(projectId !== null && { projectId }),
      ...(inWorkspace !== undefined && { workspaceId: inWorkspace }),
    };
    const project = this.#boot.projects.find((one) => one.id === projectId);
    const workspaceId = project?.workspaceId ?? inWorkspace ?? this.me.workspaceId;
    const row = newRow(id, resolved, workspaceId, this.me, clock.now());
    this.#add({ ...this.#newEntry(summary), kind: 'create', fields: resolved, row });
    this.#did({
      ...{ summary, ticketIds: [id] },
      undo: () => this.#add({ ...this.#newEntry(''), kind: 'delete', ticketId: id }),
      redo: () => this.#add({ ...this.#newEntry(''), kind: 'restore', ticketId: id, row }),
    });
    return id;
  }

  placeTicket(ticketId: string, place: Place, summary = ''): void {
    const row = this.#shown.get(ticketId);
    if (!row) return;
    const back = placeOf(row, this.#shown.all());
    const put = (where: Place) => {
      const current = this.#shown.get(ticketId);
      if (!current) return;
      const rank = rankOfPlace(current, where, this.#shown.all());
      const shown = { rank, ...(where.status !== undefined && { status: where.status }) };
      this.#add({ ...this.#newEntry(summary), kind: 'place', ticketId, place: where, shown });
    };
    put(place);
    this.#did({ summary, ticketIds: [ticketId], undo: () => put(back), redo: () => put(place) });
  }

  /** Makes the changes of several verbs one step, which is shown, told and undone at once. */
  inOneStep(summary: string, run: () => void): void {
    const outer = this.#joinedSteps;
    const steps: JoinedStep[] = [];
    this.#joinedSteps = steps;
    try {
      this.#batch(true, run);
    } finally {
      this.#joinedSteps = outer;
    }
    if (steps.length === 0) return;
    this.#did({
      summary,
      ticketIds: [...new Set(steps.flatMap(({ ticketIds }) => ticketIds))],
      undo: () =>
        this.#batch(true, () => {
          for (const step of steps.toReversed()) step.undo();
        }),
      redo: () =>
        this.#batch(true, () => {
          for (const step of steps) step.redo();
        }),
    });
  }

  deleteTickets(ids: readonly string[], summary = ''): void {
    const rows = ids.flatMap((id) => this.#shown.get(id) ?? []);
    if (rows.length === 0) return;
    const remove = () =>
      this.#add(
        ...rows.map((row): Entry => ({ ...this.#newEntry(summary), kind: 'delete', ticketId: row.id })),
      );
    remove();
    const ticketIds = rows.map(({ id }) => id);
    this.#did({ summary, ticketIds, undo: () => this.#restore(ticketIds, rows, ''), redo: remove });
  }

  restoreTickets(ids: readonly string[], summary = ''): void {
    this.#restore(ids, [], summary);
  }

  #restore(ids: readonly string[], rows: readonly TicketRow[], summary: string): void {
    this.#add(
      ...ids.map((ticketId): Entry => {
        const row = rows.find(({ id }) => id === ticketId);
        return { ...this.#newEntry(summary), kind: 'restore', ticketId, row };
      }),
    );
  }

  undo = (): string | undefined => this.#undo.undo();
  redo = (): string | undefined => this.#undo.redo();

  #did({ ticketIds, ...step }: JoinedStep): void {
    if (this.#joinedSteps) {
      this.#joinedSteps.push({ ...step, ticketIds });
      return;
    }
    this.#undo.push(step);
    if (step.summary === '') return;
    this.#notify({ kind: 'done', summary: step.summary, ticketIds, undo: () => this.#undo.undo(step) });
  }

  #newEntry(summary: string) {
    const { newId, clock } = this.#settings;
    return { id: newId(), madeAtMs: clock.now(), summary, attempts: 0 };
  }

  /** Texts are sent with the version that was read, so that nobody else's text is overwritten unseen. */
  #newChange(row: TicketRow, patch: TicketPatch, given?: TextBase): TicketChange {
    const confirmed = this.#shown.confirmed.get(row.id);
    const isText = patch.title !== undefined || patch.description !== undefined;
    const base =
      isText && confirmed ? { version: confirmed.version, title: confirmed.title, ...given } : given;
    return { ticketId: row.id, patch, shown: shownOf(patch), ...(base && { base }) };
  }

  /** One request each; several tickets go by the bulk route, at most 500 at once. */
  #changeEntries(changes: TicketChange[], summary: string): Entry[] {
    const entries: Entry[] = [];
    for (let from = 0; from < changes.length; from += bulkMax) {
      const part = changes.slice(from, from + bulkMax);
      entries.push({ ...this.#newEntry(summary), kind: 'change', changes: part });
    }
    return entries;
  }

  #add(...added: Entry[]): void {
    this.#batch(true, () => {
      let entries = [...this.#shown.entries];
      for (const entry of added) entries = addEntry(entries, entry, this.#queue.isSending);
      this.#shown.setEntries(entries);
    });
    this.#updateConnection();
    this.#queue.pump();
  }

  // Answers

  readonly #sentAt = new Map<string, number>();

  async #send(entry: Entry): Promise<Answer> {
    const { transport } = this.#settings;
    const sent = this.#withAttempt(entry);
    this.#sentAt.set(entry.id, this.#shown.confirmed.now());
    const answer = await transport.send(sent, this.#shown.confirmed.get);
    if (answer.kind === 'refused') return this.#reconsider(sent, answer);
    return answer;
  }

  #withAttempt(entry: Entry): Entry {
    const next = { ...entry, attempts: entry.attempts + 1 };
    this.#replaceEntry(entry.id, next);
    return next;
  }

  #replaceEntry(id: string, ...by: Entry[]): void {
    const entries = this.#shown.entries.flatMap((entry) => (entry.id === id ? by : [entry]));
    this.#shown.setEntries(entries);
  }

  /** Some refusals say that an earlier attempt succeeded, or that the change can be made another way. */
  async #reconsider(entry: Entry, answer: Answer & { kind: 'refused' }): Promise<Answer> {
    const { transport } = this.#settings;
    const { status } = answer.refusal;
    try {
      if (entry.kind === 'delete' && status === 404) return { kind: 'deleted' };
      if (entry.kind === 'create' && status === 409) {
        const { rows } = await transport.byRef([entry.row.id]);
        if (rows.length > 0) return { kind: 'rows', rows };
        // The first attempt may still be running.
        if (entry.attempts < 4) return { kind: 'unreached', retryAfterMs: 1_000 };
      }
    } catch {
      return { kind: 'unreached' };
    }
    return answer;
  }

  #settle(sent: Entry, answer: Answer): void {
    const entry = this.#shown.entries.find(({ id }) => id === sent.id) ?? sent;
    const since = this.#sentAt.get(entry.id) ?? 0;
    const { confirmed } = this.#shown;
    if (answer.kind === 'signed-out') {
      this.#notify({ kind: 'signed-out' });
    } else if (answer.kind === 'refused') {
      this.#refuse(entry, answer);
    } else {
      if (answer.kind === 'rows' && answer.ticket) {
        for (const listener of this.#answerListeners) listener(answer.ticket);
      }
      this.#batch(true, () => {
        const changed = ticketsOf(entry);
        if (answer.kind === 'deleted') for (const id of changed) confirmed.removeByAnswer(id, since);
        if (answer.kind === 'rows') {
          const isPartial = answer.isPartial ?? false;
          for (const row of answer.rows) confirmed.confirm(row, { since, isPartial });
        }
        this.#replaceEntry(entry.id);
        this.#shown.refresh(changed);
      });
    }
    this.#sentAt.delete(entry.id);
    this.#updateConnection();
  }

  #refuse(entry: Entry, { refusal }: Answer & { kind: 'refused' }): void {
    const ids = ticketsOf(entry);
    const dropped = new Set([entry.id]);
    // What was to be done with a ticket that was not created cannot be done either.
    if (entry.kind === 'create') {
      for (const other of this.#shown.entriesOf(entry.row.id)) dropped.add(other.id);
    }
    this.#batch(true, () => {
      this.#shown.setEntries(this.#shown.entries.filter(({ id }) => !dropped.has(id)));
    });
    const patch = patchOf(entry);
    this.#notify({
      ...{ kind: 'refused', summary: entry.summary, ticketIds: ids, patch, refusal },
      retry: () => this.#add({ ...entry, id: this.#settings.newId(), attempts: 0 }),
    });
    if (refusal.status === 403) void this.reloadBoot();
  }

  // What is held

  #isHere(query: ViewQuery): boolean {
    const projects = valuesOf(query.project);
    if (!projects || query.search || query.ready) return false;
    const statuses = valuesOf(query.status);
    const isOpenOnly = query.overdue || statuses?.every((status) => openStatuses.has(status));
    return projects.every((ref) => {
      const holding = this.#held.get(this.projectId(ref) ?? '');
      return holding !== undefined && (holding.closedSince === undefined || Boolean(isOpenOnly));
    });
  }

  /** Holds the tickets of a project from now on. */
  async openProject(projectId: string): Promise<void> {
    if (this.#held.has(projectId) || this.#loading.has(projectId) || !this.#isStreamOpen) {
      if (!this.#isStreamOpen) this.#toOpen.add(projectId);
      return;
    }
    const abort = new AbortController();
    this.#loading.set(projectId, abort);
    try {
      const scope = await this.#chooseScope(projectId);
      if (scope) await this.#load(scope, abort.signal);
    } catch (error) {
      this.#onFailure(error);
    } finally {
      this.#loading.delete(projectId);
    }
  }

  readonly #toOpen = new Set<string>();

  async #chooseScope(projectId: string): Promise<LoadScope | undefined> {
    const { transport, clock } = this.#settings;
    const { total, by } = await transport.counts({ project: projectId }, ['status']);
    const open = Object.entries(by.status ?? {}).reduce(
      (sum, [status, n]) => sum + (openStatuses.has(status) ? n : 0),
      0,
    );
    const room = rowsMax - this.#shown.confirmed.size;
    if (total <= Math.min(wholeProjectMax, room)) return { projectId, closedSince: undefined };
    if (open > room) return undefined;
    return { projectId, closedSince: new Date(clock.now() - closedForMs).toISOString() };
  }

  /** Loads behind the shown rows; those that the load does not have are removed when it is complete. */
  async #load(scope: LoadScope, signal: AbortSignal): Promise<void> {
    const { projectId, closedSince } = scope;
    const { confirmed } = this.#shown;
    const since = confirmed.beginLoad();
    const loaded = new Set<string>();
    let isComplete = false;
    try {
      const rows: TicketRow[] = [];
      for await (const part of this.#settings.transport.load(scope, signal)) {
        if ('tickets' in part) rows.push(...part.tickets);
        if ('end' in part) isComplete = true;
      }
      this.#batch(true, () => {
        const changed: string[] = [];
        for (const row of rows) {
          loaded.add(row.id);
          if (confirmed.confirm(row, { since })) changed.push(row.id);
        }
        this.#shown.refresh(changed);
      });
    } finally {
      const isInScope = (row: TicketRow) =>
        row.projectId === projectId &&
        (closedSince === undefined || isOpen(row) || (row.completedAt ?? row.updatedAt) >= closedSince);
      this.#batch(true, () => {
        this.#shown.refresh(
          isComplete ? confirmed.endLoad(since, loaded, isInScope) : confirmed.endLoad(since),
        );
      });
    }
    this.#held.set(projectId, { closedSince });
    this.#views.resolve();
  }

  async #fetchPage(query: ViewQuery, cursor: string | undefined, limit: number) {
    const since = this.#shown.confirmed.now();
    const page = await this.#settings.transport.list(query, cursor, limit).catch((error: unknown) => {
      this.#onFailure(error);
      throw error;
    });
    this.#confirmAll(page.rows, since);
    return page;
  }

  #confirmAll(rows: readonly TicketRow[], since: number): void {
    this.#batch(true, () => {
      const changed = rows.filter((row) => this.#shown.confirmed.confirm(row, { since })).map(({ id }) => id);
      this.#shown.refresh(changed);
    });
  }

  /** Asks for a ticket that is not held, by id or key, together with others that are asked for in this moment. */
  want(ref: string): void {
    const wanted = ref.toLowerCase();
    if (this.#missing.has(wanted) || this.#wanted.has(wanted) || this.ticketId(ref) !== undefined) return;
    if (this.#wanted.size === 0) this.#settings.clock.after(0, () => void this.#fetchWanted());
    this.#wanted.add(wanted);
  }

  async #fetchWanted(): Promise<void> {
    const refs = [...this.#wanted].slice(0, refsMax);
    const since = this.#shown.confirmed.now();
    try {
      const { rows, missing } = await this.#settings.transport.byRef(refs);
      for (const ref of missing) this.#missing.add(ref.toLowerCase());
      this.#confirmAll(rows, since);
      this.#rememberFormerKeys(refs, missing, rows);
    } catch (error) {
      this.#onFailure(error);
      this.#settings.clock.after(2_000, () => void this.#fetchWanted());
      return;
    }
    for (const ref of refs) {
      this.#wanted.delete(ref);
      this.#tellRow(ref);
    }
    if (this.#wanted.size > 0) void this.#fetchWanted();
  }

  /** A ticket that moved keeps its old keys. The rows come in the order of the refs, without the missing ones. */
  #rememberFormerKeys(refs: string[], missing: string[], rows: TicketRow[]): void {
    const absent = new Set(missing.map((ref) => ref.toLowerCase()));
    const found = refs.filter((ref) => !absent.has(ref));
    if (found.length !== rows.length) return;
    for (const [index, row] of rows.entries()) this.#idOfKey.set(found[index] as string, row.id);
  }

  // Events

  /** Follows the stream until the signal ends it, and resumes where it broke off. */
  async follow(signal: AbortSignal): Promise<void> {
    const { transport, clock } = this.#settings;
    for (let failures = 0; !signal.aborted; ) {
      try {
        for await (const message of transport.events(this.#cursor, signal)) {
          failures = 0;
          this.receive(message);
        }
      } catch (error) {
        this.#onFailure(error);
      }
      if (signal.aborted) return;
      this.#setStream('connecting');
      await new Promise<void>((resolve) => clock.after(Math.min(1_000 * 2 ** failures++, 30_000), resolve));
    }
  }

  /** A message of the stream, from the server or from the tab that reads it. */
  receive({ cursor, event }: StreamMessage): void {
    this.#setStream('live');
    if (event?.type === 'reset') this.reset();
    else if (event) this.#apply(event);
    this.#cursor = cursor;
    if (event) for (const listener of this.#eventListeners) listener(event);
  }

  #apply(event: LiveEvent): void {
    const me = this.#boot.me.id;
    this.#batch(event.data.user !== undefined && (event.data.user as { id: string }).id === me, () => {
      const { changed, boot, unknown, reload, goneProject, goneTickets } = applyEvent(this.#shown, event, me);
      this.#shown.refresh(changed);
      for (const id of changed) this.#missing.delete(id);
      if (boot) this.#reloadBootSoon();
      for (const id of unknown ?? []) this.#refetch(id);
      if (goneProject !== undefined) this.#loseProject(goneProject);
      if (reload !== undefined && this.#held.delete(reload)) void this.openProject(reload);
      if (event.type === 'ticket.gone') {
        for (const { id, key, title } of goneTickets ?? []) {
          this.#notify({ kind: 'gone', ticketId: id, name: key ?? title });
        }
      }
    });
  }

  #refetch(id: string): void {
    if (this.#wanted.size === 0) this.#settings.clock.after(0, () => void this.#fetchWanted());
    this.#wanted.add(id);
  }

  #loseProject(projectId: string): void {
    this.#loading.get(projectId)?.abort();
    this.#held.delete(projectId);
    const name = this.#boot.projects.find(({ id }) => id === projectId)?.name;
    const entries = this.#shown.entries.filter((entry) =>
      ticketsOf(entry).every((id) => this.#shown.confirmed.get(id) !== undefined || entry.kind === 'create'),
    );
    this.#shown.setEntries(entries);
    if (name !== undefined) this.#notify({ kind: 'gone', projectId, name });
    this.#views.resolve();
  }

  /** Events were missed: everything is loaded anew behind the shown rows. */
  reset(): void {
    this.#shown.confirmed.forgetAwaited();
    const held = [...this.#held.keys()];
    this.#held.clear();
    this.#missing.clear();
    for (const id of held) void this.openProject(id);
    this.#views.refetch();
    void this.reloadBoot();
  }

  #setStream(state: Connection['state']): void {
    if (state === 'live' && !this.#isStreamOpen) {
      this.#isStreamOpen = true;
      for (const id of this.#toOpen) void this.openProject(id);
      this.#toOpen.clear();
    }
    if (this.#stream === state) return;
    this.#stream = state;
    this.#updateConnection();
  }

  // Boot

  async reloadBoot(): Promise<void> {
    this.#cancelBoot?.();
    this.#cancelBoot = undefined;
    try {
      this.#boot = await this.#settings.transport.boot();
      for (const listener of this.#bootListeners) listener();
    } catch (error) {
      this.#onFailure(error);
    }
  }

  #reloadBootSoon(): void {
    this.#cancelBoot ??= this.#settings.clock.after(bootDelayMs, () => void this.reloadBoot());
  }

  /** After signing in again: what waited is sent. */
  signedIn(): void {
    this.#queue.resume();
  }

  /** The network may be back. */
  retryNow(): void {
    this.#queue.retryNow();
  }

  // Telling

  #onFailure(error: unknown): void {
    if (!(error instanceof SignedOut)) return;
    this.#queue.pause();
    this.#notify({ kind: 'signed-out' });
  }

  #notify(notice: Notice): void {
    for (const listener of this.#noticeListeners) listener(notice);
  }

  #updateConnection(): void {
    const state = this.#queue.isUnreached ? 'offline' : this.#stream;
    const waiting = this.#shown.entries.length;
    if (state === this.#connection.state && waiting === this.#connection.waiting) return;
    this.#connection = { state, waiting };
    for (const listener of this.#stateListeners) listener();
  }

  /** Listeners hear of many changes once, after the last. */
  #batch(isOwn: boolean, change: () => void): void {
    this.#depth++;
    try {
      change();
    } finally {
      if (--this.#depth === 0) {
        this.#views.flush(isOwn);
        const changed = [...this.#changedRows];
        this.#changedRows.clear();
        for (const id of changed) this.#tellRow(id);
        if (changed.length > 0) {
          this.#rowsVersion++;
          for (const listener of this.#rowsListeners) listener();
        }
      }
    }
  }

  #tellRow(ref: string): void {
    for (const listener of this.#rowListeners.get(ref) ?? []) listener();
  }

  #onRow(id: string, before: TicketRow | undefined, after: TicketRow | undefined): void {
    this.#views.onRow(id, before, after);
    this.#changedRows.add(id);
    const key = (after ?? before)?.key?.toLowerCase();
    if (key === undefined) return;
    if (after) this.#idOfKey.set(key, id);
    this.#changedRows.add(key);
  }

  #matchContext() {
    const { id, zone } = this.me;
    return {
      ...{ me: id, zone, nowMs: this.#settings.clock.now() },
      projectId: this.projectId,
      ticketId: (ref: string) => this.ticketId(ref),
    };
  }
}

function add<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function patchOf(entry: Entry): TicketPatch {
  if (entry.kind === 'create') return entry.fields;
  if (entry.kind === 'change') return (entry as EntryOf<'change'>).changes[0]?.patch ?? {};
  return entry.kind === 'place' && entry.place.status ? { status: entry.place.status } : {};
}
