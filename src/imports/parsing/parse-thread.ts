import { parentPort, workerData } from 'node:worker_threads';
import type { ByteRange } from '../../platform/storage/index.ts';
import { readSource } from '../readers/index.ts';
import { previewCsv } from '../readers/preview-csv.ts';
import type { SourceItem } from '../source-ticket.ts';
import { findArchiveForm } from '../unpacking/read-members.ts';
import { FileProblem } from './file-problem.ts';
import type { FromThread, ThreadInput, ToThread } from './read-in-thread.ts';

const itemsPerBatch = 100;
const charactersPerBatch = 2_000_000;

const { product, mapping, files, isPreview } = workerData as ThreadInput;
const port = parentPort as NonNullable<typeof parentPort>;
const send = (message: FromThread) => port.postMessage(message);

let receiveNext: () => void = () => {};
/** A decompressor reads ahead, so a chunk can arrive before items are asked for or after its stream was abandoned. */
const receiveChunk = new Map<number, (chunk: Uint8Array | undefined) => void>();
port.on('message', (message: ToThread) => {
  if (message === 'next') receiveNext();
  else receiveChunk.get(message.stream)?.(message.chunk);
});
const next = () =>
  new Promise<void>((resolve) => {
    receiveNext = resolve;
  });

let streams = 0;

async function* readChunks(file: number, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const stream = ++streams;
  try {
    for (;;) {
      const answer = new Promise<Uint8Array | undefined>((resolve) => receiveChunk.set(stream, resolve));
      send({ read: { stream, file, range } });
      const chunk = await answer;
      if (!chunk) return;
      yield chunk;
    }
  } finally {
    receiveChunk.delete(stream);
  }
}

async function* readFiles(): AsyncGenerator<SourceItem> {
  for (const [index, file] of files.entries())
    yield* readSource(product, { ...file, open: (range) => readChunks(index, range) }, mapping, index);
}

/** The approximate size of an item: its long texts dominate. */
const itemSize = (item: SourceItem) => {
  if ('comment' in item) return item.comment.content.length;
  if (!('ticket' in item)) return 0;
  const { description, comments } = item.ticket;
  return (description?.length ?? 0) + comments.reduce((sum, { content }) => sum + content.length, 1_000);
};

async function preview(): Promise<void> {
  for (const [index, { name, bytes }] of files.entries()) {
    const open = (range?: ByteRange) => readChunks(index, range);
    if (await findArchiveForm({ name, bytes, open })) continue;
    return send({ preview: await previewCsv({ name, again: open }, mapping) });
  }
  send({ preview: null });
}

async function run(): Promise<void> {
  await next();
  if (isPreview) return preview();
  let items: SourceItem[] = [];
  let characters = 0;
  const flush = async () => {
    const asked = next();
    send({ items });
    items = [];
    characters = 0;
    await asked;
  };
  for await (const item of readFiles()) {
    items.push(item);
    characters += itemSize(item);
    if (items.length >= itemsPerBatch || characters >= charactersPerBatch) await flush();
  }
  if (items.length > 0) await flush();
  send('done');
}

run().catch((error: unknown) => {
  if (!(error instanceof FileProblem)) throw error;
  send({ problem: error.message });
});
