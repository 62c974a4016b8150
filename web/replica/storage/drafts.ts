/** Where drafts are stored: IndexedDB in the browser. */
export interface DraftStorage {
  readDrafts(): Promise<Map<string, Draft>>;
  writeDraft(key: string, draft: Draft | undefined): Promise<void>;
}

export interface Draft {
  text: string;
  changedAtMs: number;
}

export interface DraftState {
  text: string;
  /** True if the text was typed before this page was opened. */
  restored: boolean;
}

const saveAfterMs = 300;
const none: DraftState = { text: '', restored: false };

/**
 * Texts that the server does not have yet, by key (for example `comment:<ticket id>`). They are stored 300 ms after the
 * last keystroke, and at once when the page is hidden.
 */
export class Drafts {
  readonly #storage: DraftStorage;
  readonly #after: (ms: number, run: () => void) => () => void;
  readonly #now: () => number;
  readonly #texts = new Map<string, DraftState>();
  readonly #listeners = new Set<() => void>();
  readonly #unsaved = new Set<string>();
  #cancelSave: (() => void) | undefined;
  #list: readonly { key: string; text: string }[] = [];

  constructor(
    storage: DraftStorage,
    clock: { now(): number; after(ms: number, run: () => void): () => void },
  ) {
    this.#storage = storage;
    this.#after = clock.after;
    this.#now = clock.now;
  }

  /** Reads the drafts of earlier pages. What was typed meanwhile takes precedence. */
  async restore(): Promise<void> {
    for (const [key, { text }] of await this.#storage.readDrafts()) {
      if (!this.#texts.has(key)) this.#texts.set(key, { text, restored: true });
    }
    this.#tell();
  }

  /** The drafts not stored yet, for a page that cannot wait for IndexedDB. The text of a cleared draft is undefined. */
  unsaved = (): [key: string, text: string | undefined][] =>
    [...this.#unsaved].map((key) => [key, this.#texts.get(key)?.text]);

  /** Takes over what the last page could not store, which is newer than the restored drafts. */
  adopt(unsaved: readonly [key: string, text?: string | null][]): void {
    for (const [key, text] of unsaved) {
      if (typeof text === 'string') this.#texts.set(key, { text, restored: true });
      else this.#texts.delete(key);
      this.#unsaved.add(key);
    }
    this.#tell();
    void this.save();
  }

  get = (key: string): DraftState => this.#texts.get(key) ?? none;
  has = (key: string): boolean => this.#texts.has(key);

  /** All drafts, for the page that lists unsent texts. */
  list = (): readonly { key: string; text: string }[] => this.#list;

  set(key: string, text: string): void {
    const { restored } = this.get(key);
    this.#texts.set(key, { text, restored });
    this.#unsaved.add(key);
    this.#cancelSave ??= this.#after(saveAfterMs, () => void this.save());
    this.#tell();
  }

  /** Called when the server has the text, or the person discards it. */
  clear(key: string): void {
    if (!this.#texts.delete(key)) return;
    this.#unsaved.add(key);
    this.#tell();
    void this.save();
  }

  async save(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    await Promise.all([...this.#unsaved].map((key) => this.#save(key)));
  }

  /** A draft counts as unsaved until it is stored: the page may be left while it is written. */
  async #save(key: string): Promise<void> {
    const draft = this.#texts.get(key);
    await this.#storage.writeDraft(key, draft && { text: draft.text, changedAtMs: this.#now() });
    if (this.#texts.get(key) === draft) this.#unsaved.delete(key);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    this.#list = [...this.#texts].map(([key, { text }]) => ({ key, text }));
    for (const listener of this.#listeners) listener();
  }
}
