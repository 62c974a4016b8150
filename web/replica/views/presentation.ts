import type { ViewState } from '../types.ts';
import type { ViewHost } from './view.ts';

const restMs = 2_000;

/** What components see of a view. While the pointer moves over the list, changes of others wait. */
export class Presentation {
  readonly #clock: Pick<ViewHost, 'now' | 'after'>;
  readonly #present: () => ViewState;
  readonly #listeners = new Set<() => void>();
  /** Listeners that need more than the first ids and the total. */
  readonly #needAll = new Set<() => void>();
  #presented: ViewState;
  #isChanged = false;
  #newer = 0;
  #stillUntil = 0;
  #cancelHold: (() => void) | undefined;

  constructor(clock: Pick<ViewHost, 'now' | 'after'>, present: () => ViewState) {
    this.#clock = clock;
    this.#present = present;
    this.#presented = present();
  }

  get = (): ViewState => this.#presented;

  get isUsed(): boolean {
    return this.#listeners.size > 0;
  }

  get needsAll(): boolean {
    return this.#needAll.size > 0;
  }

  subscribe(listener: () => void, isBeginningEnough: boolean): () => void {
    this.#listeners.add(listener);
    if (!isBeginningEnough) this.#needAll.add(listener);
    return () => {
      this.#listeners.delete(listener);
      this.#needAll.delete(listener);
    };
  }

  /** Something else is to be shown with the next flush: `rows` more changes. */
  change(rows = 0): void {
    this.#isChanged = true;
    this.#newer += rows;
  }

  /** Called when the pointer moves over the list: changes of others wait until it has rested for two seconds. */
  holdStill(): void {
    this.#stillUntil = this.#clock.now() + restMs;
    this.#cancelHold ??= this.#clock.after(restMs, () => this.#release());
  }

  #release(): void {
    this.#cancelHold = undefined;
    const rest = this.#stillUntil - this.#clock.now();
    if (rest > 0) this.#cancelHold = this.#clock.after(rest, () => this.#release());
    else this.flush(true);
  }

  /** Shows what changed. With `isOwn`, this person made or requested the change, so it does not wait for the pointer. */
  flush(isOwn: boolean): void {
    if (!this.#isChanged) return;
    const isStill = !isOwn && this.#clock.now() < this.#stillUntil;
    if (!isStill) {
      this.#isChanged = false;
      this.#newer = 0;
    }
    this.#presented = isStill ? { ...this.#presented, newer: this.#newer } : this.#present();
    for (const listener of this.#listeners) listener();
  }
}
