import type { ServerResponse } from 'node:http';
import { BoundedQueue } from '../platform/bounded-queue.ts';
import { minuteMs, type SteadyClock } from '../platform/clock.ts';
import { rateLimited } from '../platform/errors.ts';

const pushesPerMinute = 30;

/** Counts the pushes of each task within a minute, in this process. */
export class PushRates {
  readonly #clock: Pick<SteadyClock, 'steadyNow'>;
  #minuteEndsAt = 0;
  #counts = new Map<string, number>();

  constructor(clock: Pick<SteadyClock, 'steadyNow'>) {
    this.#clock = clock;
  }

  /** Counts the push; false if the task has had its share of this minute. */
  admit(taskId: string): boolean {
    const now = this.#clock.steadyNow();
    if (now >= this.#minuteEndsAt) {
      this.#counts = new Map();
      this.#minuteEndsAt = now + minuteMs;
    }
    const count = (this.#counts.get(taskId) ?? 0) + 1;
    this.#counts.set(taskId, count);
    return count <= pushesPerMinute;
  }
}

const fetchesPerTask = 4;

/** Limits the fetches that git answers at once. A place is free when the answer is complete or the client is gone. */
export class FetchPlaces {
  readonly #queue = new BoundedQueue({ running: 16, waiting: 64 });
  readonly #ofTask = new Map<string, number>();

  run<T>(taskId: string, response: ServerResponse, start: () => Promise<T>): Promise<T> {
    const own = this.#ofTask.get(taskId) ?? 0;
    if (own >= fetchesPerTask)
      throw rateLimited(`A task may fetch ${fetchesPerTask} times at once. Try again in a few seconds.`, 5);
    this.#ofTask.set(taskId, own + 1);
    return new Promise((resolve, reject) => {
      this.#queue
        .run(async () => {
          const isOver = new Promise<void>((done) => {
            if (response.closed) done();
            else response.once('close', () => done());
          });
          resolve(await start());
          await isOver;
        })
        .catch(reject)
        .finally(() => this.#leave(taskId));
    });
  }

  #leave(taskId: string): void {
    const own = (this.#ofTask.get(taskId) ?? 0) - 1;
    if (own > 0) this.#ofTask.set(taskId, own);
    else this.#ofTask.delete(taskId);
  }
}
