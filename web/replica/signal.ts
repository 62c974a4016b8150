/** Listeners that are told of something. */
export class Signal<Args extends unknown[] = []> {
  readonly #listeners = new Set<(...args: Args) => void>();

  get size(): number {
    return this.#listeners.size;
  }

  /** Returns the function that ends it. */
  readonly add = (listener: (...args: Args) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  emit(...args: Args): void {
    for (const listener of this.#listeners) listener(...args);
  }
}
