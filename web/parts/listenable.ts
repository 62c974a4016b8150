/** Tells listeners of its changes, as `useSyncExternalStore` asks for it. */
export class Listenable {
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** One of them may end its subscription meanwhile. */
  protected notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
