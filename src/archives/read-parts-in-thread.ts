import { Worker } from 'node:worker_threads';
import { type DatabaseAddress, removeSourceOfThread } from '../platform/db/index.ts';
import { unavailable } from '../platform/errors.ts';
import { threadLimits } from '../platform/thread-limits.ts';
import { newMailbox } from '../platform/thread-mailbox.ts';
import type { RowsPart } from './read-parts.ts';

export interface ThreadInput {
  database: DatabaseAddress;
  projectId: string | undefined;
}

export type FromThread = { part: RowsPart } | 'done';

const heapMbMax = 512;

/**
 * Reads one state of the database in a thread of its own: reading and encoding all rows would hold up requests. A part is
 * read when the one before it was taken.
 */
export async function* readPartsInThread(input: ThreadInput): AsyncGenerator<RowsPart> {
  const thread = new Worker(new URL('./rows-thread.ts', import.meta.url), {
    workerData: input,
    resourceLimits: threadLimits(heapMbMax),
  });
  const { threadId } = thread;
  const messages = newMailbox<FromThread>(thread, {
    outOfMemory: () => unavailable('The export needs too much memory. Export single projects.'),
    ended: 'The thread that read the rows ended',
  });
  try {
    for (;;) {
      thread.postMessage('next');
      const message = await messages.receive();
      if (message === 'done') return;
      yield message.part;
    }
  } finally {
    await thread.terminate();
    await removeSourceOfThread(input.database, threadId);
  }
}
