import { applyEvent } from './apply-event.ts';
import { Core, type ReplicaSettings } from './core.ts';
import { Holdings } from './holdings.ts';
import { countChanges, type Entry, ticketsOf } from './pending.ts';
import type { Snapshot } from './snapshot.ts';
import { Checksums } from './storage/checksums.ts';
import { type FirstScreen, newFirstScreen, rowsOf } from './storage/first-screen.ts';
import { Sender } from './transport/sender.ts';
import type { Boot, Connection, LiveEvent, StreamMessage, TicketRow, ViewQuery } from './types.ts';
import { Verbs } from './verbs.ts';
import type { LiveView } from './views/live-view.ts';
import { beginningMax, type ViewBeginning } from './views/view.ts';
import { keyOf } from './views/views.ts';
import { Wanted } from './views/wanted.ts';

const bootDelayMs = 150;

/**
 * The browser's copy of the data. It receives its network, storage and clock from outside and uses no DOM, so that
 * tests can run any history. Components read it through the hooks of index.ts.
 */
export class Replica {
  readonly verbs: Verbs;
  readonly holdings: Holdings;
  readonly on: Core['on'];
  readonly #core: Core;
  readonly #sender: Sender;
  readonly #wanted: Wanted;
  readonly #checksums: Checksums;
  #stream: Connection['state'] = 'connecting';
  #cursor: string | undefined;
  #connection: Connection = { state: 'connecting', waiting: 0 };
  #isSignedOut = false;
  #cancelBoot: (() => void) | undefined;

  constructor(settings: ReplicaSettings) {
    const core = new Core(settings);
    this.#core = core;
    this.on = core.on;
    this.#wanted = new Wanted(core);
    this.holdings = new Holdings(core);
    this.#checksums = new Checksums(core, this.holdings);
    this.#sender = new Sender(core, {
      onState: () => this.#update(),
      changeText: (id, field, text, version, theirs) =>
        this.verbs.changeTickets([id], { [field]: text }, '', { version, [field]: theirs }),
    });
    this.verbs = new Verbs(core, (entries) => this.#sender.add(entries));
    core.on('entries', () => this.#update());
    core.on('outdated', (id) => this.#wanted.refetch(id));
    core.on('signedOut', () => this.#signOut());
    core.on('notice', (notice) => {
      // The permissions that the screen relied on may be outdated.
      if (notice.kind === 'refused' && notice.refusal.status === 403) this.#reloadBootSoon();
    });
  }

  get boot(): Boot {
    return this.#core.boot;
  }

  /** The position in the event stream up to which all events are applied. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  get connection(): Connection {
    return this.#connection;
  }

  get conflicts() {
    return this.#sender.conflicts;
  }

  get entries(): readonly Entry[] {
    return this.#core.shown.entries;
  }

  row = (id: string): TicketRow | undefined => this.#core.shown.get(id);
  rows = (): Iterable<TicketRow> => this.#core.shown.all();
  confirmedRows = (): Iterable<TicketRow> => this.#core.shown.confirmed.all();
  ticketId = (ref: string): string | undefined => this.#core.ticketId(ref);
  want = (ref: string): void => this.#wanted.want(ref);
  isMissing = (ref: string): boolean => this.#core.isRemoved(ref) || this.#wanted.isMissing(ref);

  /** `isKept`: the projects of the query are loaded as a whole, if they fit. */
  view(query: ViewQuery, isKept = true): LiveView {
    if (isKept) this.holdings.use(query);
    const view = this.#core.views.get(query);
    view.isKept ||= isKept;
    return view;
  }

  /** The unsent texts of a ticket. */
  pendingText(ticketId: string): { title?: string; description?: string | null } {
    const texts: { title?: string; description?: string | null } = {};
    for (const entry of this.#core.shown.entriesOf(ticketId)) {
      const patch =
        entry.kind === 'create'
          ? entry.fields
          : entry.kind === 'change'
            ? entry.changes.find((change) => change.ticketId === ticketId)?.patch
            : undefined;
      if (patch?.title !== undefined) texts.title = patch.title;
      if (patch?.description !== undefined) texts.description = patch.description;
    }
    return texts;
  }

  /** Removes a comment that was never sent; its text goes back to its field. */
  takeBack = (id: string): boolean => this.#sender.takeBack(id);

  onRow = (ref: string, listener: () => void) => this.#core.onRow(ref, listener);
  /** Incremented by every change of any row. */
  get rowsVersion(): number {
    return this.#core.rowsVersion;
  }

  holdStill(): void {
    for (const view of this.#core.views.all()) if (view.isUsed) view.holdStill();
  }

  /** The confirmed rows of a project, to be stored for the next page; undefined if it is not cached. */
  snapshotOf(projectId: string): Snapshot['projects'][number] | undefined {
    const holding = this.holdings.all().get(projectId);
    if (!holding) return undefined;
    const rows: TicketRow[] = [];
    for (const row of this.#core.shown.confirmed.all()) if (row.projectId === projectId) rows.push(row);
    return { projectId, holding, rows };
  }

  /** Restores what an earlier page cached, before events arrive. The stream then resumes at its position. */
  restore(snapshot: Snapshot | undefined): void {
    this.#core.batch(true, () => {
      this.#core.beginnings = new Map();
      if (snapshot) this.#restoreProjects(snapshot);
      this.#core.onRestored();
    });
  }

  #restoreProjects({ cursor, projects }: Snapshot): void {
    const readable = new Set(this.boot.projects.map(({ id }) => id));
    const kept = projects.filter(({ projectId }) => readable.has(projectId));
    this.#cursor = cursor;
    this.#core.shown.restore(kept.flatMap(({ rows }) => rows));
    for (const { projectId, holding } of kept) this.holdings.restore(projectId, holding);
  }

  /** What the next page at this address can draw before `restore`; undefined if it needs more than that. */
  firstScreen(rowsMax = beginningMax): FirstScreen | undefined {
    const { shown, views } = this.#core;
    const isOutdated = this.holdings.current().length < this.holdings.all().size;
    if (isOutdated || this.entries.length > 0) return undefined;
    const beginnings: ViewBeginning[] = [];
    for (const view of views.all()) {
      if (!view.isUsed || !view.isHere) continue;
      const beginning = view.findBeginning(rowsMax);
      if (!beginning) return undefined;
      beginnings.push({ key: keyOf(view.query), ...beginning });
    }
    if (beginnings.length === 0) return undefined;
    const drawn = new Set([...beginnings.flatMap(({ ids }) => ids), ...this.#core.usedRefs()]);
    return newFirstScreen(
      beginnings,
      [...drawn].flatMap((id) => shown.confirmed.get(id) ?? []),
    );
  }

  /** Draws what the last page at this address showed; `restore` must follow. Returns whether all of it may be seen. */
  begin(screen: FirstScreen): boolean {
    const readable = new Set<string | null>(this.boot.projects.map(({ id }) => id));
    const rows = rowsOf(screen);
    if (!rows.every(({ projectId }) => readable.has(projectId))) return false;
    this.#core.shown.restore(rows);
    this.#core.beginnings = new Map(screen.views.map((view) => [view.key, view]));
    return true;
  }

  /** Takes over the unsent entries of an earlier page. */
  adopt(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    const known = new Set(this.entries.map(({ id }) => id));
    this.#core.setEntries([...entries.filter(({ id }) => !known.has(id)), ...this.entries]);
    this.#sender.queue.pump();
  }

  /** Handles a message of the stream, from the server or from the tab that reads it. */
  receive({ cursor, event }: StreamMessage): void {
    this.setStream('live');
    if (event?.type === 'reset') this.reset();
    else if (event) this.#apply(event);
    this.#cursor = cursor;
    if (event) this.#core.emit('event', event);
  }

  setStream(state: Connection['state']): void {
    if (this.#stream === state) return;
    this.#stream = state;
    if (state === 'live') {
      this.holdings.start();
      this.#sender.queue.retryNow();
    }
    this.#update();
  }

  /** Called when events were missed: loads everything again while the present rows stay visible. */
  reset(): void {
    const { shown, views } = this.#core;
    shown.confirmed.missEvents();
    this.#wanted.forgetMissing();
    this.holdings.reloadAll();
    for (const row of shown.confirmed.all()) if (!this.holdings.isCached(row)) this.#wanted.refetch(row.id);
    views.refetch();
    void this.reloadBoot();
  }

  async reloadBoot(): Promise<void> {
    this.#cancelBoot?.();
    this.#cancelBoot = undefined;
    try {
      const boot = keepEqualParts(this.boot, await this.#core.transport.boot());
      const isMoved = namesOf(boot) !== namesOf(this.boot);
      this.#core.boot = boot;
      if (isMoved) this.#core.batch(true, () => this.#core.views.invalidate());
      this.holdings.useAll();
      this.#core.emit('boot');
    } catch (error) {
      this.#core.fail(error);
    }
  }

  /** Called after signing in again: sends the waiting changes. */
  signedIn(): void {
    this.#isSignedOut = false;
    this.#sender.queue.resume();
    this.#core.emit('wake');
    void this.reloadBoot();
  }

  fail = (error: unknown): void => this.#core.fail(error);

  /** Compares the cached rows with the server, and loads differing projects again. */
  check = (): Promise<void> => this.#checksums.check();

  /** Called when the network may be back. */
  retryNow(): void {
    this.#sender.queue.retryNow();
    this.#core.emit('wake');
  }

  #apply(event: LiveEvent): void {
    const core = this.#core;
    const { id: me } = core.me;
    const by = event.data.user as { id?: string } | undefined;
    core.batch(by?.id === me, () => {
      const effects = applyEvent(core.shown.confirmed, event, me);
      core.shown.refresh(effects.changed);
      for (const id of effects.changed) this.#wanted.forgetMissing(id);
      for (const id of effects.unknown ?? []) this.#wanted.refetch(id);
      if (effects.isUnseenGone) core.views.onUnseenGone();
      if (effects.boot) this.#reloadBootSoon();
      if (effects.goneProject !== undefined) this.#loseProject(effects.goneProject);
      if (effects.reload !== undefined) {
        this.holdings.reload(effects.reload);
        core.views.refetch();
      }
      if (effects.goneTicket) {
        const { id, key, title } = effects.goneTicket;
        core.emit('notice', { kind: 'gone', ticketId: id, name: key ?? title });
      }
    });
  }

  /** Removes a project, its tickets and their unsent changes. */
  #loseProject(projectId: string): void {
    const { shown, boot, emit } = this.#core;
    this.holdings.lose(projectId);
    emit('confirmed', projectId);
    const isLost = (entry: Entry) =>
      entry.kind === 'create'
        ? entry.row.projectId === projectId
        : ticketsOf(entry).every((id) => shown.get(id) === undefined && entry.kind !== 'restore');
    const lost = this.entries.filter(isLost);
    if (lost.length > 0) this.#core.setEntries(this.entries.filter((entry) => !lost.includes(entry)));
    this.#core.returnLostComments(lost);
    const name = boot.projects.find(({ id }) => id === projectId)?.name;
    if (name !== undefined) emit('notice', { kind: 'gone', projectId, name });
  }

  #reloadBootSoon(): void {
    this.#cancelBoot ??= this.#core.clock.after(bootDelayMs, () => void this.reloadBoot());
  }

  #signOut(): void {
    if (this.#isSignedOut) return;
    this.#isSignedOut = true;
    this.#sender.queue.pause();
    this.#core.emit('notice', { kind: 'signed-out' });
  }

  #update(): void {
    const state = this.#sender.queue.isUnreached ? 'offline' : this.#stream;
    const waiting = countChanges(this.entries);
    if (state !== this.#connection.state || waiting !== this.#connection.waiting) {
      this.#connection = { state, waiting };
    }
    this.#core.emit('state');
  }
}

/** Equal parts keep their identity: one notification more must not draw every row again. */
function keepEqualParts(before: Boot, next: Boot): Boot {
  const old: Readonly<Record<string, unknown>> = { ...before };
  const isEqual = (name: string, part: unknown) => JSON.stringify(part) === JSON.stringify(old[name]);
  return Object.fromEntries(
    Object.entries(next).map(([name, part]) => [name, isEqual(name, part) ? old[name] : part]),
  ) as unknown as Boot;
}

/** The ids and keys of the projects, which queries refer to. */
const namesOf = ({ projects }: Boot) => projects.map(({ id, key }) => `${id} ${key}`).join();
