import { afterPaint } from '../after-paint.ts';

/** Steps that follow each other so closely are made by holding a key, or by somebody who looks for one thing. */
const quickMs = 250;
const restMs = 100;

/**
 * A person goes from one thing to the next. What each needs besides its head comes with the paint after its head; after
 * quick steps only for the one at which the person stops, so that the others hold up no step.
 */
export class Steps {
  #lastAtMs = Number.NEGATIVE_INFINITY;

  /** Called with each step. Returns what cancels it. */
  after(run: () => void): () => void {
    const now = performance.now();
    const isQuick = now - this.#lastAtMs < quickMs;
    this.#lastAtMs = now;
    if (!isQuick) return afterPaint(run);
    const timer = setTimeout(run, restMs);
    return () => clearTimeout(timer);
  }
}
