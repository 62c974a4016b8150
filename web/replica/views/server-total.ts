import type { ViewHost } from './view.ts';

export const refetchAfterMs = 600;

/**
 * The number of tickets of a view of which the server has more than are loaded: its count, plus what is pending. A count may be
 * out of date when it arrives, because rows moved after it was asked for; then it is asked for again.
 */
export class ServerTotal {
  readonly #after: ViewHost['after'];
  /** Whether pages are missing; otherwise the ids are counted. */
  readonly #isNeeded: () => boolean;
  readonly #recount: () => Promise<void>;
  /** Grows whenever the total may change. */
  #moves = 0;
  /** What is pending was added; the server may have counted it already. */
  #isAssumed = false;
  #cancelRecount: (() => void) | undefined;

  constructor(after: ViewHost['after'], isNeeded: () => boolean, recount: () => Promise<void>) {
    this.#after = after;
    this.#isNeeded = isNeeded;
    this.#recount = recount;
  }

  /** Watches whether rows move from now on, other than by the rows of the answer itself. */
  watch() {
    let moves = this.#moves;
    let isOutdated = false;
    return {
      onArrival: () => {
        isOutdated ||= this.#moves > moves;
      },
      onConfirmed: () => {
        moves = this.#moves;
      },
      isOutdated: () => isOutdated,
    };
  }

  /** The server's count with what is pending. */
  add(
    count: number,
    { added, removed }: ReturnType<ViewHost['pendingDifference']>,
    isOutdated: boolean,
  ): number {
    this.#isAssumed = added + removed > 0;
    if (isOutdated) this.#recountSoon();
    return count + added - removed;
  }

  /** Called when a ticket that the server may have counted moved, or is gone. */
  onDoubt(): void {
    this.#moves++;
    this.#recountSoon();
  }

  /** The confirmed row of a ticket on which changes wait matches now, or no longer. */
  onConfirmedMove(): void {
    this.#moves++;
    if (this.#isAssumed) this.#recountSoon();
  }

  #recountSoon(): void {
    if (!this.#isNeeded()) return;
    this.#cancelRecount ??= this.#after(refetchAfterMs, () => {
      this.#cancelRecount = undefined;
      void this.#recount();
    });
  }
}
