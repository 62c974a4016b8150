import { Worker } from 'node:worker_threads';
import { Refusal } from '../../platform/errors.ts';
import type { ByteRange } from '../../platform/storage/index.ts';
import { threadLimits } from '../../platform/thread-limits.ts';
import { newMailbox } from '../../platform/thread-mailbox.ts';
import type { OtherProduct } from '../products.ts';
import type { CsvPreview } from '../readers/preview-csv.ts';
import type { ImportMapping } from '../readers/reader.ts';
import type { SourceItem } from '../source-ticket.ts';
import type { ReadableFile } from '../unpacking/archive-member.ts';

export interface ThreadInput {
  product: OtherProduct;
  mapping: ImportMapping;
  files: { name: string; bytes: number }[];
  /** Only the beginning of the first CSV file is read. */
  isPreview?: boolean;
}

interface StreamRead {
  /** Each reading of a file has its own number and ends the one before. */
  stream: number;
  file: number;
  range: ByteRange | undefined;
}

/** `next` asks for items. A chunk answers `read`; it is absent at the end of the file. */
export type ToThread = 'next' | { stream: number; chunk?: Uint8Array | undefined };
export type FromThread =
  | { read: StreamRead }
  | { items: SourceItem[] }
  | { preview: CsvPreview | null }
  | 'done'
  | { problem: string };

// The readers keep one record of at most 8 MiB in memory. Beyond this limit the thread ends and the server continues.
const heapMbMax = 512;
const emptyBatchMs = 1_000;

/**
 * Reads the files of an import in a worker thread, in batches: parsing would delay requests, and a hostile file can
 * crash only the thread. The main thread reads the files, so the worker has no access to storage.
 */
export async function* readInThread(
  product: OtherProduct,
  mapping: ImportMapping,
  files: ReadableFile[],
): AsyncGenerator<SourceItem[]> {
  for await (const message of runThread({ product, mapping }, files))
    if ('items' in message) yield message.items;
}

/** The beginning of the first CSV file; null if all files are archives. */
export async function previewInThread(
  mapping: ImportMapping,
  files: ReadableFile[],
): Promise<CsvPreview | null> {
  for await (const message of runThread({ product: 'csv', mapping, isPreview: true }, files))
    if ('preview' in message) return message.preview;
  return null;
}

async function* runThread(
  about: Omit<ThreadInput, 'files'>,
  files: ReadableFile[],
): AsyncGenerator<{ items: SourceItem[] } | { preview: CsvPreview | null }> {
  const input: ThreadInput = { ...about, files: files.map(({ name, bytes }) => ({ name, bytes })) };
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
  let yieldedAt = performance.now();
  try {
    thread.postMessage('next' satisfies ToThread);
    for (;;) {
      const message = await messages.receive();
      if (message === 'done') return;
      if ('problem' in message) throw new Refusal('VALIDATION_ERROR', message.problem);
      if ('read' in message) {
        const chunk = await source.read(message.read);
        thread.postMessage({ stream: message.read.stream, chunk } satisfies ToThread);
        // An archive can have nothing to import for minutes. The empty batch lets the caller renew its lease.
        if (performance.now() - yieldedAt > emptyBatchMs) {
          yield { items: [] };
          yieldedAt = performance.now();
        }
      } else {
        yield message;
        yieldedAt = performance.now();
        thread.postMessage('next' satisfies ToThread);
      }
    }
  } finally {
    await source.close();
    await thread.terminate();
  }
}

/** Reads the bytes of the files, one stream at a time. */
function newSource(files: ReadableFile[]) {
  let current: { stream: number; iterator: AsyncIterator<Uint8Array> } | undefined;
  const close = async () => {
    await current?.iterator.return?.();
    current = undefined;
  };
  return {
    close,
    read: async ({ stream, file, range }: StreamRead): Promise<Uint8Array | undefined> => {
      // The stream of this chunk was abandoned, so nothing waits for it.
      if (current && stream < current.stream) return undefined;
      if (current?.stream !== stream) {
        await close();
        const chunks = (files[file] as ReadableFile).open(range);
        current = { stream, iterator: chunks[Symbol.asyncIterator]() };
      }
      const { value, done } = await current.iterator.next();
      return done ? undefined : value;
    },
  };
}
