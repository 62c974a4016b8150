import { useSyncExternalStore } from 'react';
import { Listenable } from './listenable.ts';

/** A value outside of all components. Those that `use` it are drawn again when it changes. */
export class SharedValue<T> extends Listenable {
  #value: T;

  constructor(initial: T) {
    super();
    this.#value = initial;
  }

  readonly get = (): T => this.#value;

  readonly use = (): T => useSyncExternalStore(this.subscribe, this.get);

  /** Drawn again only when the selected part changes. */
  readonly useSelected = <S>(select: (value: T) => S): S =>
    useSyncExternalStore(this.subscribe, () => select(this.#value));

  set(next: T): void {
    this.#value = next;
    this.notify();
  }
}
