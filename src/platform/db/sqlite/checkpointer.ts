import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { threadLimits } from '../../thread-limits.ts';

const pauseMs = 200;
// Readers may need the log for longer, in which case it grows.
const shortLogTimeoutMs = 500;

/**
 * Keeps the write-ahead log short, from a worker thread: a checkpoint writes thousands of pages and waits for the disk,
 * which on the main thread would delay every request. The thread starts with the first change.
 */
export class Checkpointer {
  readonly #file: string;
  #thread: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Called after each commit. Starts at most one checkpoint per 200 ms. */
  noteCommit(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#running().postMessage('shorten');
    }, pauseMs);
    this.#timer.unref();
  }

  /** Resolves when a checkpoint has run, or after half a second. */
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
    // Rejects if the thread fails; the next commit starts another thread.
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
    // Without the thread, the writer's automatic checkpoint continues; the next commit starts another thread.
    thread.on('error', forget);
    thread.on('exit', forget);
    this.#thread = thread;
    return thread;
  }
}
