import { Worker } from 'node:worker_threads';
import { secondMs } from '../platform/clock.ts';
import { type DatabaseAddress, removeSourceOfThread } from '../platform/db/index.ts';
import { unavailable } from '../platform/errors.ts';
import { threadLimits } from '../platform/thread-limits.ts';
import { newMailbox } from '../platform/thread-mailbox.ts';
import type { RowsPart } from './read-parts.ts';

export interface RowsInput {
  database: DatabaseAddress;
  projectId: string | undefined;
}

/** `read` starts an archive, `next` asks for its next part. */
export type ToThread = { read: RowsInput } | 'next';
export type FromThread = { part: RowsPart } | 'done';

const heapMbMax = 512;
const idleMs = 30 * secondMs;

/**
 * Worker threads that read the rows of archives, because reading and encoding them would block requests. A thread reads
 * one archive at a time. The last thread stays idle for 30 s, because loading its modules takes 0.3 s of processor
 * time, four times as much as reading a small project.
 */
export class RowThreads {
  #idle: RowThread | undefined;
  #isClosed = false;

  /** Yields the rows of one snapshot of the database. A part is read once the previous one was taken. */
  async *readParts(input: RowsInput): AsyncGenerator<RowsPart> {
    const thread = this.#takeIdle() ?? new RowThread();
    let isDone = false;
    try {
      yield* thread.readParts(input);
      isDone = true;
    } finally {
      if (isDone) await this.#keep(thread);
      else {
        await thread.end();
        await removeSourceOfThread(input.database, thread.id);
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#takeIdle()?.end();
  }

  #takeIdle(): RowThread | undefined {
    const thread = this.#idle;
    this.#idle = undefined;
    thread?.resume();
    return thread?.hasEnded ? undefined : thread;
  }

  async #keep(thread: RowThread): Promise<void> {
    if (this.#isClosed || this.#idle) return thread.end();
    this.#idle = thread;
    thread.rest(() => {
      if (this.#idle === thread) this.#idle = undefined;
      return thread.end();
    });
  }
}

class RowThread {
  readonly #worker = new Worker(new URL('./rows-thread.ts', import.meta.url), {
    resourceLimits: threadLimits(heapMbMax),
  });
  /** Stored, because an ended worker has no id. */
  readonly id = this.#worker.threadId;
  readonly #messages = newMailbox<FromThread>(this.#worker, {
    outOfMemory: () => unavailable('The export needs too much memory. Export single projects.'),
    ended: 'The thread that read the rows ended',
  });
  #idleTimer: NodeJS.Timeout | undefined;

  async *readParts(input: RowsInput): AsyncGenerator<RowsPart> {
    this.#send({ read: input });
    for (;;) {
      this.#send('next');
      const message = await this.#messages.receive();
      if (message === 'done') return;
      yield message.part;
    }
  }

  get hasEnded(): boolean {
    return this.#worker.threadId !== this.id;
  }

  /** An idle thread does not keep the process from ending. */
  rest(onIdle: () => Promise<void>): void {
    this.#worker.unref();
    this.#idleTimer = setTimeout(() => void onIdle(), idleMs);
    this.#idleTimer.unref();
  }

  resume(): void {
    clearTimeout(this.#idleTimer);
    this.#worker.ref();
  }

  async end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await this.#worker.terminate();
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}
