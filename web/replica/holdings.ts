import type { Core } from './core.ts';
import { type Holding, isInScope } from './holding.ts';
import type { LoadScope } from './transport/transport.ts';
import type { TicketRow, ViewQuery } from './types.ts';
import { isOpenStatus, valuesOf } from './views/match.ts';

const rowsMax = 50_000;
/** A project with at most this many tickets is cached whole, including all closed tickets. */
const wholeProjectMax = 20_000;
const closedForMs = 14 * 24 * 60 * 60 * 1000;
const retryAfterMs = 5_000;

/**
 * Decides which projects are cached. A project that somebody opens is loaded whole, or without tickets closed long ago
 * if it is large. Loads begin after the event stream is open, so that no change falls between the two.
 */
export class Holdings {
  readonly #core: Core;
  readonly #cached: Map<string, Holding>;
  readonly #loading = new Map<string, AbortController>();
  /** Projects in the order of their last use, the oldest first. */
  readonly #used = new Set<string>();
  readonly #outdated = new Set<string>();
  #isReady = false;

  constructor(core: Core) {
    this.#core = core;
    this.#cached = core.cached;
  }

  all = (): ReadonlyMap<string, Holding> => this.#cached;

  /** The cached projects whose rows are current. After missed events a project must be loaded first. */
  current = (): string[] => [...this.#cached.keys()].filter((id) => !this.#outdated.has(id));

  get isLoading(): boolean {
    return this.#loading.size > 0;
  }

  /** Called when the event stream is open. */
  start(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    for (const projectId of this.#used) void this.#open(projectId);
  }

  /** Restores what an earlier page cached, before there are views. */
  restore(projectId: string, holding: Holding): void {
    this.#cached.set(projectId, holding);
    this.#used.add(projectId);
  }

  use(query: ViewQuery): void {
    for (const ref of valuesOf(query.project) ?? []) {
      const projectId = this.#core.projectId(ref);
      if (projectId === undefined) continue;
      this.#used.delete(projectId);
      this.#used.add(projectId);
      void this.#open(projectId);
    }
  }

  /** Called when boot has changed: it may have projects that views wait for. */
  useAll(): void {
    for (const view of this.#core.views.all()) if (view.isUsed && view.isKept) this.use(view.query);
  }

  /** Called when the person can no longer read the project, or what they can read of it changed. */
  lose(projectId: string): void {
    this.#loading.get(projectId)?.abort();
    this.#loading.delete(projectId);
    if (this.#cached.delete(projectId)) this.#core.views.invalidate();
  }

  /** Loads a cached project again while its present rows stay visible. */
  reload(projectId: string): void {
    const isCached = this.#cached.has(projectId) || this.#loading.has(projectId);
    if (!isCached && !this.#projectsInUse().has(projectId)) return;
    this.#loading.get(projectId)?.abort();
    this.#loading.delete(projectId);
    this.#outdated.add(projectId);
    void this.#open(projectId, true);
  }

  reloadAll(): void {
    for (const projectId of new Set([...this.#cached.keys(), ...this.#loading.keys()]))
      this.reload(projectId);
  }

  isCached({ projectId, ...row }: TicketRow): boolean {
    const holding = projectId === null ? undefined : this.#cached.get(projectId);
    return holding !== undefined && isInScope(row, holding);
  }

  async #open(projectId: string, isReload = false): Promise<void> {
    if (!this.#isReady || this.#loading.has(projectId) || (this.#cached.has(projectId) && !isReload)) return;
    const abort = new AbortController();
    this.#loading.set(projectId, abort);
    try {
      const scope = await this.#chooseScope(projectId);
      if (scope && !abort.signal.aborted) await this.#load(scope, abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#core.fail(error);
      this.#core.clock.after(retryAfterMs, () => void this.#open(projectId, isReload));
    } finally {
      if (this.#loading.get(projectId) === abort) this.#loading.delete(projectId);
    }
  }

  /** The number of cached rows of a project and the sum of their versions, as `GET /api/sync/checksum` counts them. */
  sumUp(projectId: string): { rows: number; versions: number } {
    const holding = this.#cached.get(projectId);
    let [rows, versions] = [0, 0];
    for (const row of this.#core.shown.confirmed.all()) {
      if (row.projectId !== projectId || !holding || !isInScope(row, holding)) continue;
      rows++;
      versions += row.version;
    }
    return { rows, versions };
  }

  /** Returns undefined if even the open tickets do not fit; the server then provides the views of the project. */
  async #chooseScope(projectId: string): Promise<LoadScope | undefined> {
    const { transport, clock } = this.#core;
    const { total, by } = await transport.counts({ project: projectId }, ['status']);
    if (total <= wholeProjectMax && this.#makeRoom(total, projectId))
      return { projectId, closedSince: undefined };
    const counts = Object.entries(by.status ?? {});
    const open = counts.reduce((sum, [status, count]) => sum + (isOpenStatus(status) ? count : 0), 0);
    if (!this.#makeRoom(open, projectId)) return undefined;
    return { projectId, closedSince: new Date(clock.now() - closedForMs).toISOString() };
  }

  /** Drops the least recently used projects until this many rows fit. Returns false if they do not. */
  #makeRoom(rows: number, forProject: string): boolean {
    const { confirmed } = this.#core.shown;
    const sizes = new Map<string | null, number>();
    for (const { projectId } of confirmed.all()) sizes.set(projectId, (sizes.get(projectId) ?? 0) + 1);
    let room = rowsMax - confirmed.size + (sizes.get(forProject) ?? 0);
    const inUse = this.#projectsInUse();
    const unused = [...this.#used].filter(
      (id) => id !== forProject && this.#cached.has(id) && !inUse.has(id),
    );
    if (room + unused.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0) < rows) return false;
    for (const id of unused) {
      if (room >= rows) break;
      room += sizes.get(id) ?? 0;
      this.#drop(id);
    }
    return true;
  }

  #projectsInUse(): Set<string | undefined> {
    const refs = [...this.#core.views.all()]
      .filter(({ isUsed, isKept }) => isUsed && isKept)
      .flatMap(({ query }) => valuesOf(query.project) ?? []);
    return new Set(refs.map(this.#core.projectId));
  }

  #drop(projectId: string): void {
    const { shown } = this.#core;
    this.#cached.delete(projectId);
    this.#used.delete(projectId);
    const isUnused = (row: TicketRow) => row.projectId === projectId && !this.#core.isRowUsed(row.id);
    const ids = [...shown.confirmed.all()].filter(isUnused).map(({ id }) => id);
    this.#core.batch(true, () => {
      shown.confirmed.drop(ids);
      shown.refresh(ids);
      this.#core.views.invalidate();
    });
  }

  /** Loads while the present rows stay visible. Rows that the load does not have are removed at its end. */
  async #load(scope: LoadScope, signal: AbortSignal): Promise<void> {
    const { transport, shown, views } = this.#core;
    const since = shown.confirmed.beginLoad();
    const rows: TicketRow[] = [];
    let isComplete = false;
    try {
      for await (const part of transport.load(scope, signal)) {
        if ('tickets' in part) rows.push(...part.tickets);
        if ('end' in part) isComplete = !signal.aborted;
      }
    } finally {
      if (!isComplete) shown.confirmed.endLoad(since);
    }
    if (!isComplete) return;
    this.#core.batch(true, () => {
      const changed = rows.filter((row) => this.#core.confirm(row, since)).map(({ id }) => id);
      const loaded = new Set(rows.map(({ id }) => id));
      const isInLoad = (row: TicketRow) => row.projectId === scope.projectId && isInScope(row, scope);
      const removed = shown.confirmed.endLoad(since, loaded, isInLoad);
      this.#cached.set(scope.projectId, { closedSince: scope.closedSince });
      this.#outdated.delete(scope.projectId);
      shown.refresh([...changed, ...removed]);
      views.invalidate();
      this.#core.emit('confirmed', scope.projectId);
    });
  }
}
