import { parentPort } from 'node:worker_threads';
import { openDatabaseSource } from '../platform/db/index.ts';
import { readParts } from './read-parts.ts';
import type { FromThread, RowsInput, ToThread } from './row-threads.ts';

const port = parentPort as NonNullable<typeof parentPort>;
const send = (message: FromThread) => port.postMessage(message);

let next = Promise.withResolvers<void>();
port.on('message', (message: ToThread) => {
  if (message === 'next') next.resolve();
  // An error ends the thread; the reader of the archive then receives it.
  else void readAll(message.read);
});

async function readAll({ database, projectId }: RowsInput): Promise<void> {
  const source = await openDatabaseSource(database, { isChecked: false });
  try {
    for await (const part of readParts(source, projectId)) {
      await asked();
      send({ part });
    }
  } finally {
    await source.close();
  }
  await asked();
  send('done');
}

async function asked(): Promise<void> {
  await next.promise;
  next = Promise.withResolvers();
}
