import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { dueRuns } from '../../test/support/rotation.ts';

const histories = Number(process.env.REPLICA_HISTORIES ?? dueRuns(10_000));
const seed = Number(process.env.REPLICA_SEED ?? 20261116);

test('any history of changes, answers, events, refusals, reloads and lost connections ends in the server’s state', async () => {
  // node:test follows every promise of its own thread; in another thread the histories take a third less time.
  const thread = new Worker(new URL('support/random-history-thread.ts', import.meta.url), {
    workerData: { histories, seed },
  });
  await once(thread, 'exit');
});
