type Listener<Args extends unknown[]> = (...args: Args) => void;

/** Listeners by the name of their signal. */
export class Emitter<Events extends { [Name in keyof Events]: unknown[] }> {
  /** Has no prototype, because names may come from URLs, such as `constructor`. */
  readonly #listeners: { [Name in keyof Events]?: Set<Listener<Events[Name]>> } = Object.create(null);

  has = (name: keyof Events): boolean => this.#listeners[name] !== undefined;
  /** The names that have listeners. */
  names = (): string[] => Object.keys(this.#listeners);

  /** Returns the function that removes the listener. */
  on = <Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): (() => void) => {
    const listeners = this.#listeners[name] ?? new Set();
    this.#listeners[name] = listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners[name] === listeners) delete this.#listeners[name];
    };
  };

  emit = <Name extends keyof Events>(name: Name, ...args: Events[Name]): void => {
    for (const listener of this.#listeners[name] ?? []) listener(...args);
  };
}
