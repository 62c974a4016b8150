import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { threadLimits } from '../../thread-limits.ts';

const pauseMs = 200;
// Readers may keep the log for longer; it then grows.
const shortLogTimeoutMs = 500;

/**
 * Keeps the write-ahead log of a server short, from a thread of its own: a checkpoint writes thousands of pages and waits
 * for the disk, and on the main thread every request would wait with it. The thread starts with the first change.
 */
export class Checkpointer {
  readonly #file: string;
  #thread: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** To be called after each commit; at most one checkpoint per 200 ms follows. */
  noteCommit(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#running().postMessage('shorten');
    }, pauseMs);
    this.#timer.unref();
  }

  /** Resolves when a checkpoint has run, or could not within half a second. */
  async shorten(): Promise<void> {
    const thread = this.#running();
    const ended = new AbortController();
    const { signal } = ended;
    const settled = [
      once(thread, 'message', { signal }),
      once(thread, 'exit', { signal }),
      wait(shortLogTimeoutMs, undefined, { signal }),
    ];
    thread.postMessage('shorten');
    // Rejects if the thread fails; the next commit starts another one.
    await Promise.race(settled).catch(() => {});
    ended.abort();
    await Promise.allSettled(settled);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#thread?.terminate();
  }

  #running(): Worker {
    if (this.#thread) return this.#thread;
    const url = new URL('./checkpoint-thread.ts', import.meta.url);
    const thread = new Worker(url, {
      workerData: { file: this.#file },
      resourceLimits: threadLimits(64),
    });
    thread.unref();
    const forget = () => {
      this.#thread = undefined;
    };
    // The writer's own automatic checkpoint goes on without the thread; the next commit starts another one.
    thread.on('error', forget);
    thread.on('exit', forget);
    this.#thread = thread;
    return thread;
  }
}
