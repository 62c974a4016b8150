import { useSyncExternalStore } from 'react';

/**
 * A module that is not in the first load. It comes when the browser is idle, or when it is asked for earlier, and is
 * kept. What it exports is rendered as plain components: React.lazy would hold back the first showing for 300 ms
 * (facebook/react#31819).
 */
class LateModule<T> {
  readonly #import: () => Promise<T>;
  #module: T | undefined;
  #loading: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(load: () => Promise<T>) {
    this.#import = load;
  }

  load(): Promise<void> {
    this.#loading ??= this.#import().then(
      (module) => {
        this.#module = module;
        for (const listener of this.#listeners) listener();
      },
      (error: unknown) => {
        // The next opening tries again, for example after a moment without network.
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  /** The module once it is here. `wanted` loads it now. */
  use(wanted: boolean): T | undefined {
    if (wanted && !this.#module) this.load().catch(reportError);
    return useSyncExternalStore(this.#subscribe, this.#get);
  }

  readonly #get = () => this.#module;

  readonly #subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(): T | undefined {
    return this.#module;
  }
}

/** The parts made with Base UI, about 56 kB. */
const popups = new LateModule(() => import('./late/index.ts'));
/** marked and the rendering of its tree, about 15 kB. */
const markdown = new LateModule(() => import('./markdown/markdown-view.tsx'));

export const useLateParts = (wanted: boolean) => popups.use(wanted);
export const useMarkdownView = () => markdown.use(true);

/** What is inside an open menu or dialog: the parts are there, or it would not be open. */
export function getLateParts(): typeof import('./late/index.ts') {
  const parts = popups.get();
  if (!parts) throw new Error('This part belongs inside a menu or a dialog.');
  return parts;
}

if (typeof document !== 'undefined') {
  const load = () => Promise.all([popups.load(), markdown.load()]).catch(() => {});
  // Safari has no requestIdleCallback.
  const schedule = () =>
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(load, { timeout: 2000 })
      : setTimeout(load, 500);
  if (document.readyState === 'complete') schedule();
  else addEventListener('load', schedule, { once: true });
}
