/** Where drafts are kept: IndexedDB in the browser. */
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
  /** The text was typed before this page was opened. */
  restored: boolean;
}

const saveAfterMs = 300;
const none: DraftState = { text: '', restored: false };

/**
 * Texts that the server does not have yet, by key (for instance `comment:<ticket id>`). They are written 300 ms after the
 * last key, and at once when the page is hidden.
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

  /** Reads what earlier pages left. What was typed meanwhile stays. */
  async restore(): Promise<void> {
    for (const [key, { text }] of await this.#storage.readDrafts()) {
      if (!this.#texts.has(key)) this.#texts.set(key, { text, restored: true });
    }
    this.#tell();
  }

  /** What is not written yet; a page that ends has no time to wait for IndexedDB. Undefined: the draft is gone. */
  unsaved = (): [key: string, text: string | undefined][] =>
    [...this.#unsaved].map((key) => [key, this.#texts.get(key)?.text]);

  /** Takes over what the last page could not write. It is newer than what was restored. */
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

  /** Every draft, for the place that lists what never arrived. */
  list = (): readonly { key: string; text: string }[] => this.#list;

  set(key: string, text: string): void {
    const { restored } = this.get(key);
    this.#texts.set(key, { text, restored });
    this.#unsaved.add(key);
    this.#cancelSave ??= this.#after(saveAfterMs, () => void this.save());
    this.#tell();
  }

  /** The server has the text, or nobody wants it. */
  clear(key: string): void {
    if (!this.#texts.delete(key)) return;
    this.#unsaved.add(key);
    this.#tell();
    void this.save();
  }

  async save(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    const keys = [...this.#unsaved];
    this.#unsaved.clear();
    await Promise.all(
      keys.map((key) => {
        const draft = this.#texts.get(key);
        return this.#storage.writeDraft(key, draft && { text: draft.text, changedAtMs: this.#now() });
      }),
    );
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
