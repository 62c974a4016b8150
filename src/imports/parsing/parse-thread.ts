import { parentPort, workerData } from 'node:worker_threads';
import { readSource } from '../readers/index.ts';
import type { SourceItem } from '../source-ticket.ts';
import { FileProblem } from './file-problem.ts';
import type { FromThread, ThreadInput, ToThread } from './read-in-thread.ts';

const itemsPerBatch = 100;
const charactersPerBatch = 2_000_000;

const { product, mapping, fileNames } = workerData as ThreadInput;
const port = parentPort as NonNullable<typeof parentPort>;
const send = (message: FromThread) => port.postMessage(message);

let receive: (message: ToThread) => void = () => {};
port.on('message', (message: ToThread) => receive(message));
const next = () =>
  new Promise<ToThread>((resolve) => {
    receive = resolve;
  });

async function* chunksOf(index: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    const answer = next();
    send({ read: index });
    const message = await answer;
    if (typeof message === 'string') return;
    yield message.chunk;
  }
}

async function* readFiles(): AsyncGenerator<SourceItem> {
  for (const [index, name] of fileNames.entries())
    yield* readSource(product, { name, chunks: chunksOf(index) }, mapping);
}

/** Roughly; the long texts are what counts. */
const sizeOf = (item: SourceItem) =>
  'comment' in item
    ? item.comment.content.length
    : (item.ticket.description?.length ?? 0) +
      item.ticket.comments.reduce((sum, { content }) => sum + content.length, 1_000);

async function run(): Promise<void> {
  await next();
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
    characters += sizeOf(item);
    if (items.length >= itemsPerBatch || characters >= charactersPerBatch) await flush();
  }
  if (items.length > 0) await flush();
  send('done');
}

run().catch((error: unknown) => {
  if (!(error instanceof FileProblem)) throw error;
  send({ problem: error.message });
});
