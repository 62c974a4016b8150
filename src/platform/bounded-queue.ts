import { unavailable } from './errors.ts';

/** Runs at most `running` jobs at once and lets at most `waiting` wait; refuses the next one at once. */
export class BoundedQueue {
  readonly #limits: { running: number; waiting: number };
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: { running: number; waiting: number }) {
    this.#limits = limits;
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.running) this.#running++;
    else if (this.#waiting.length >= this.#limits.waiting)
      throw unavailable('The server is overloaded. Try again in a few seconds.');
    // The job that ends passes its place on, so nobody who comes later can take it.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await job();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
