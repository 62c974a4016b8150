import { parentPort, workerData } from 'node:worker_threads';
import { openDatabaseSource } from '../platform/db/index.ts';
import { readParts } from './read-parts.ts';
import type { FromThread, ThreadInput } from './read-parts-in-thread.ts';

const { database, projectId } = workerData as ThreadInput;
const port = parentPort as NonNullable<typeof parentPort>;

let resume = () => {};
port.on('message', () => resume());
const asked = () =>
  new Promise<void>((resolve) => {
    resume = resolve;
  });

let next = asked();
const source = await openDatabaseSource(database, { isChecked: false });
try {
  for await (const part of readParts(source, projectId)) {
    await next;
    next = asked();
    port.postMessage({ part } satisfies FromThread);
  }
} finally {
  await source.close();
}
port.postMessage('done' satisfies FromThread);
port.close();
