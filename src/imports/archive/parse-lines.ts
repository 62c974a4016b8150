import { Worker } from 'node:worker_threads';
import type { ArchivedRow } from '../../archives/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { threadLimits } from '../../platform/thread-limits.ts';
import { newMailbox } from '../../platform/thread-mailbox.ts';

/** `packed` starts a part, `next` asks for its next batch. */
export type ToThread = { packed: Uint8Array } | 'next';
export type FromThread = { rows: ArchivedRow[] } | 'end of part' | { problem: string };

/** The limit for a part, both packed and unpacked. */
export const partBytesMax = 64 * 1024 * 1024;
const heapMbMax = 512;

/** Unpacks and parses parts of an archive in a worker thread, because on the main thread both would delay requests. */
export class LineParser {
  readonly #thread = new Worker(new URL('./lines-thread.ts', import.meta.url), {
    resourceLimits: threadLimits(heapMbMax),
  });
  readonly #messages = newMailbox<FromThread>(this.#thread, {
    outOfMemory: () =>
      new Refusal('VALIDATION_ERROR', 'Reading the archive needs too much memory. Export single projects.'),
    ended: 'The thread that read the archive ended',
  });

  /** Yields the rows of a part in batches. `refuse` makes the error for a part that Docket did not write. */
  async *parse(packed: Uint8Array, refuse: (problem: string) => Error): AsyncGenerator<ArchivedRow[]> {
    this.#thread.postMessage({ packed } satisfies ToThread);
    for (;;) {
      const message = await this.#messages.receive();
      if (message === 'end of part') return;
      if ('problem' in message) throw refuse(message.problem);
      yield message.rows;
      this.#thread.postMessage('next' satisfies ToThread);
    }
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}
