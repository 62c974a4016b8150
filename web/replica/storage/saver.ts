import type { Replica } from '../replica.ts';
import type { Clock } from '../transport/transport.ts';
import type { ReplicaStorage } from './storage.ts';

/** The address of the page; undefined if its first screen is not to be stored. */
type FindAddress = () => string | undefined;

const saveAfterMs = 3_000;

/**
 * Keeps the storage up to date: entries at once, rows a few seconds after they changed. Only the tab that reads the
 * event stream stores rows, because all projects must be valid at the same position of the stream.
 */
export class Saver {
  readonly #replica: Replica;
  readonly #storage: ReplicaStorage;
  readonly #clock: Clock;
  readonly #tabId: string;
  readonly #findAddress: FindAddress;
  readonly #changed = new Set<string>();
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
    findAddress: FindAddress = () => undefined,
  ) {
    this.#replica = replica;
    this.#storage = storage;
    this.#clock = clock;
    this.#tabId = tabId;
    this.#findAddress = findAddress;
    replica.on('confirmed', (projectId) => {
      if (projectId !== null) this.#changed.add(projectId);
      this.#saveSoon();
    });
    replica.on('entries', () => void this.#saveEntries());
  }

  /**
   * Called when this tab starts to read the stream. Stored rows that did not change here are valid at the position of
   * this tab too: it has received every event since, and applying one twice changes nothing.
   */
  lead(): void {
    this.#isLeader = true;
    this.#saveSoon();
  }

  /** Called when the session has ended: removes what is stored, and saves no row until `resume`. */
  end(): void {
    this.#isEnded = true;
  }

  /** Called when the person has signed in again. */
  resume(): void {
    this.#isEnded = false;
    for (const id of this.#replica.holdings.current()) this.#changed.add(id);
    this.#saveSoon();
  }

  async save(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    const { cursor } = this.#replica;
    if (!this.#isLeader || this.#isEnded || cursor === undefined) return;
    const current = this.#replica.holdings.current();
    const changed = current
      .filter((id) => this.#changed.has(id))
      .flatMap((id) => this.#replica.snapshotOf(id) ?? []);
    this.#changed.clear();
    const address = this.#findAddress();
    const shown = address === undefined ? undefined : { address, screen: this.#replica.firstScreen() };
    await this.#storage.writeSnapshot(cursor, changed, current, shown).catch(() => {
      // The disk may be full. What is stored is valid at the earlier position until all changes are stored.
      for (const { projectId } of changed) this.#changed.add(projectId);
    });
  }

  #saveSoon(): void {
    if (this.#isLeader) this.#cancelSave ??= this.#clock.after(saveAfterMs, () => void this.save());
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
