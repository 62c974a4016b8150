import type { Replica } from '../replica.ts';
import { type Columns, columnsInSteps, type ProjectSnapshot, type Snapshot, toRecord } from '../snapshot.ts';
import type { Clock } from '../transport/transport.ts';
import type { ReplicaStorage, ShownAt } from './storage.ts';

interface Page {
  /** The address of the page; undefined if its first screen is not to be stored. */
  findAddress(): string | undefined;
  /** Resolves in a later task, after what the person does meanwhile. */
  nextTask(): Promise<void>;
}

/** What is stored, as it was at one position of the stream. */
interface SaveTask {
  cursor: string;
  current: string[];
  /** Those that changed, and their ids. */
  projects: Snapshot['projects'];
  ids: readonly string[];
  shown: ShownAt | undefined;
}

const saveAfterMs = 3_000;
/** For a project that is not stored yet: without it the next page has to load all rows again. */
const firstSaveAfterMs = 500;

/**
 * Keeps the storage up to date: entries at once, rows a few seconds after they changed. Only the tab that reads the
 * event stream stores rows, because all projects must be valid at the same position of the stream.
 */
export class Saver {
  readonly #replica: Replica;
  readonly #storage: ReplicaStorage;
  readonly #clock: Clock;
  readonly #tabId: string;
  readonly #page: Page;
  readonly #changed = new Set<string>();
  /** Projects that are stored, or will be as soon as their rows are converted. */
  readonly #stored = new Set<string>();
  /** Projects that are being converted, unless `save` stores them meanwhile. */
  #converting: readonly string[] = [];
  #cancelSave: (() => void) | undefined;
  #isLeader = false;
  #isWriting = false;
  #hasNewEntries = false;
  #isEnded = false;

  constructor(
    replica: Replica,
    storage: ReplicaStorage,
    clock: Clock,
    tabId: string,
    page: Page = { findAddress: () => undefined, nextTask: async () => {} },
  ) {
    this.#replica = replica;
    this.#storage = storage;
    this.#clock = clock;
    this.#tabId = tabId;
    this.#page = page;
    replica.on('confirmed', (projectId) => {
      if (projectId !== null) this.#changed.add(projectId);
      this.#saveSoon(this.#hasNew());
    });
    replica.on('entries', () => void this.#saveEntries());
  }

  /**
   * Called when this tab starts to read the stream. Stored rows that did not change here are valid at the position of
   * this tab too: it has received every event since, and applying one twice changes nothing.
   */
  lead(): void {
    this.#isLeader = true;
    for (const id of this.#replica.holdings.current()) if (!this.#changed.has(id)) this.#stored.add(id);
    this.#saveSoon(this.#hasNew());
  }

  /** Called when the session has ended: removes what is stored, and saves no row until `resume`. */
  end(): void {
    this.#isEnded = true;
    this.#converting = [];
  }

  /** Called when the person has signed in again. */
  resume(): void {
    this.#isEnded = false;
    for (const id of this.#replica.holdings.current()) this.#changed.add(id);
    this.#saveSoon();
  }

  /** Called when the page may end: everything happens in this task. */
  async save(): Promise<void> {
    const task = this.#begin();
    if (task) await this.#write(task, task.projects.map(toRecord));
  }

  /** Stores the rows as they are now, but converts each field of them in a task of its own. */
  async #saveInSteps(): Promise<void> {
    const task = this.#begin();
    if (!task) return;
    const records: ProjectSnapshot[] = [];
    for (const { rows, ...project } of task.projects) {
      let columns = {} as Columns;
      for (columns of columnsInSteps(rows)) await this.#page.nextTask();
      records.push({ ...project, columns });
    }
    // Otherwise `save` has stored these projects, or the session has ended.
    if (this.#converting !== task.ids) return;
    const hasChanged = this.#changed.size > 0;
    await this.#write(task, records);
    if (hasChanged) this.#saveSoon();
  }

  #begin(): SaveTask | undefined {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    const { cursor } = this.#replica;
    if (!this.#isLeader || this.#isEnded || cursor === undefined) return undefined;
    for (const id of this.#converting) this.#changed.add(id);
    const current = this.#replica.holdings.current();
    const projects = current
      .filter((id) => this.#changed.has(id))
      .flatMap((id) => this.#replica.snapshotOf(id) ?? []);
    this.#changed.clear();
    const ids = projects.map(({ projectId }) => projectId);
    this.#converting = ids;
    const address = this.#page.findAddress();
    const shown = address === undefined ? undefined : { address, screen: this.#replica.firstScreen() };
    return { cursor, current, projects, ids, shown };
  }

  async #write({ cursor, current, ids, shown }: SaveTask, records: ProjectSnapshot[]): Promise<void> {
    this.#converting = [];
    await this.#storage.writeSnapshot(cursor, records, current, shown).catch(() => {
      // The disk may be full. What is stored is valid at the earlier position until all changes are stored.
      for (const id of ids) this.#changed.add(id);
    });
  }

  #hasNew(): boolean {
    return this.#replica.holdings.current().some((id) => this.#changed.has(id) && !this.#stored.has(id));
  }

  #saveSoon(hasNew = false): void {
    if (!this.#isLeader || this.#converting.length > 0) return;
    if (hasNew) {
      for (const id of this.#replica.holdings.current()) this.#stored.add(id);
      this.#cancelSave?.();
      this.#cancelSave = undefined;
    }
    const afterMs = hasNew ? firstSaveAfterMs : saveAfterMs;
    this.#cancelSave ??= this.#clock.after(afterMs, () => void this.#saveInSteps());
  }

  /** One write at a time, always of the latest entries. */
  async #saveEntries(): Promise<void> {
    this.#hasNewEntries = true;
    if (this.#isWriting) return;
    this.#isWriting = true;
    while (this.#hasNewEntries) {
      this.#hasNewEntries = false;
      await this.#storage.writeEntries(this.#tabId, this.#replica.entries).catch(() => {});
    }
    this.#isWriting = false;
  }
}
