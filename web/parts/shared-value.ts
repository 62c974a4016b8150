import { useSyncExternalStore } from 'react';

/** A value outside of all components. Those that `use` it are drawn again when it changes. */
export class SharedValue<T> {
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(initial: T) {
    this.#value = initial;
  }

  readonly get = (): T => this.#value;

  readonly use = (): T => useSyncExternalStore(this.#subscribe, this.get);

  /** Drawn again only when the selected part changes. */
  readonly useSelected = <S>(select: (value: T) => S): S =>
    useSyncExternalStore(this.#subscribe, () => select(this.#value));

  set(next: T): void {
    this.#value = next;
    for (const listener of this.#listeners) listener();
  }

  readonly #subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
