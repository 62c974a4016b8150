import { SharedValue } from './shared-value.ts';

/**
 * A module that is not in the first load. It is loaded when the browser is idle or when it is needed, and kept. Its
 * exports are rendered as plain components: React.lazy would delay the first rendering by 300 ms
 * (facebook/react#31819).
 */
export class LateModule<T> {
  readonly #import: () => Promise<T>;
  readonly #module = new SharedValue<T | undefined>(undefined);
  #loading: Promise<void> | undefined;

  constructor(load: () => Promise<T>) {
    this.#import = load;
  }

  load(): Promise<void> {
    this.#loading ??= this.#import().then(
      (module) => this.#module.set(module),
      (error: unknown) => {
        // The next opening tries again, for example after a moment without network.
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  /** The module once it is loaded. `wanted` loads it now. */
  use(wanted: boolean): T | undefined {
    // Without a connection nothing can be loaded, and it is tried again when it is used the next time.
    if (wanted && !this.get()) this.load().catch((error) => navigator.onLine && reportError(error));
    return this.#module.use();
  }

  get(): T | undefined {
    return this.#module.get();
  }
}

/** Work that waits for the first screen; undefined once that is drawn. */
let waiting: (() => void)[] | undefined = [];

/** Runs when the first screen is drawn and the browser has nothing else to do. */
export function whenIdle(run: () => void): void {
  if (waiting) waiting.push(run);
  else schedule(run);
}

/** Called when the first screen is drawn. Late modules would have delayed it: the Markdown parser alone takes 30 ms. */
export function startWhenIdle(): void {
  for (const run of waiting ?? []) schedule(run);
  waiting = undefined;
}

/** Safari has no requestIdleCallback. */
const schedule = (run: () => void) =>
  typeof requestIdleCallback === 'function'
    ? requestIdleCallback(run, { timeout: 2000 })
    : setTimeout(run, 500);
