import { afterPaint } from '../after-paint.ts';

/** Faster steps come from holding a key, or from a person who looks for one item. */
const quickMs = 250;
const restMs = 100;

/**
 * A person steps from one item to the next. What an item needs besides its head is loaded after its head is painted;
 * after quick steps only for the item at which the person stops, so that the others delay no step.
 */
export class Steps {
  #lastAtMs = Number.NEGATIVE_INFINITY;

  /** Called with each step. Returns the cancel function. */
  after(run: () => void): () => void {
    const now = performance.now();
    const isQuick = now - this.#lastAtMs < quickMs;
    this.#lastAtMs = now;
    if (!isQuick) return afterPaint(run);
    const timer = setTimeout(run, restMs);
    return () => clearTimeout(timer);
  }
}
