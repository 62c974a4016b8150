import { Worker } from 'node:worker_threads';
import { Refusal } from '../../platform/errors.ts';
import type { ImportProduct } from '../products.ts';
import type { ImportMapping } from '../readers/reader.ts';
import type { SourceItem } from '../source-ticket.ts';

/** What the thread is started with. */
export interface ThreadInput {
  product: ImportProduct;
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
  product: ImportProduct,
  mapping: ImportMapping,
  files: ImportFile[],
): AsyncGenerator<SourceItem[]> {
  const input: ThreadInput = { product, mapping, fileNames: files.map(({ name }) => name) };
  const thread = new Worker(new URL('./parse-thread.ts', import.meta.url), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
  });
  const messages = newMailbox(thread);
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

/** Messages in order, one at a time; the end of the thread rejects. */
function newMailbox(thread: Worker) {
  const waiting: FromThread[] = [];
  let failure: Error | undefined;
  let wake = () => {};
  thread.on('message', (message: FromThread) => {
    waiting.push(message);
    wake();
  });
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  thread.on('error', (error: NodeJS.ErrnoException) =>
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new Refusal(
            'VALIDATION_ERROR',
            'Reading the file needs too much memory. Split it into several files.',
          )
        : error,
    ),
  );
  thread.once('exit', () => fail(new Error('The thread that read the file ended')));
  return {
    receive: async (): Promise<FromThread> => {
      for (;;) {
        const message = waiting.shift();
        if (message !== undefined) return message;
        if (failure) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
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
