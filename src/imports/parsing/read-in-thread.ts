import { Worker } from 'node:worker_threads';
import { Refusal } from '../../platform/errors.ts';
import { threadLimits } from '../../platform/thread-limits.ts';
import { newMailbox } from '../../platform/thread-mailbox.ts';
import type { OtherProduct } from '../products.ts';
import type { ImportMapping } from '../readers/reader.ts';
import type { SourceItem } from '../source-ticket.ts';

/** What the thread is started with. */
export interface ThreadInput {
  product: OtherProduct;
  mapping: ImportMapping;
  fileNames: string[];
}

/** `next` asks for items; the other two answer `read`. */
export type ToThread = 'next' | { chunk: Uint8Array } | 'end of file';
export type FromThread = { read: number } | { items: SourceItem[] } | 'done' | { problem: string };

export interface ImportFile {
  name: string;
  open: () => Promise<AsyncIterable<Uint8Array>>;
}

// The readers keep one record of at most 8 MiB; beyond it the thread ends, not the server.
const heapMbMax = 512;

/**
 * Reads the files of an import in a thread of its own, in batches: scanning and parsing take CPU time that requests would
 * wait for, and a hostile file can end the thread alone. The files are read here, so the thread has no access to storage.
 */
export async function* readInThread(
  product: OtherProduct,
  mapping: ImportMapping,
  files: ImportFile[],
): AsyncGenerator<SourceItem[]> {
  const input: ThreadInput = { product, mapping, fileNames: files.map(({ name }) => name) };
  const thread = new Worker(new URL('./parse-thread.ts', import.meta.url), {
    workerData: input,
    resourceLimits: threadLimits(heapMbMax),
  });
  const messages = newMailbox<FromThread>(thread, {
    outOfMemory: () =>
      new Refusal('VALIDATION_ERROR', 'Reading the file needs too much memory. Split it into several files.'),
    ended: 'The thread that read the file ended',
  });
  const source = newSource(files);
  try {
    thread.postMessage('next' satisfies ToThread);
    for (;;) {
      const message = await messages.receive();
      if (message === 'done') return;
      if ('problem' in message) throw new Refusal('VALIDATION_ERROR', message.problem);
      if ('read' in message) {
        const chunk = await source.read(message.read);
        thread.postMessage(chunk ? ({ chunk } satisfies ToThread) : 'end of file');
      } else {
        yield message.items;
        thread.postMessage('next' satisfies ToThread);
      }
    }
  } finally {
    await source.close();
    await thread.terminate();
  }
}

/** The bytes of the files, one after the other. */
function newSource(files: ImportFile[]) {
  let current: { index: number; iterator: AsyncIterator<Uint8Array> } | undefined;
  const close = async () => {
    await current?.iterator.return?.();
    current = undefined;
  };
  return {
    close,
    read: async (index: number): Promise<Uint8Array | undefined> => {
      if (current?.index !== index) {
        await close();
        const chunks = await (files[index] as ImportFile).open();
        current = { index, iterator: chunks[Symbol.asyncIterator]() };
      }
      const { value, done } = await current.iterator.next();
      return done ? undefined : value;
    },
  };
}
