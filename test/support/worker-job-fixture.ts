import { isMainThread } from 'node:worker_threads';
import { statement, workerJob } from '../../src/platform/db/index.ts';

const sum = statement<{ a: number; b: number }, { sum: number }>(
  'select cast(:a as integer) + cast(:b as integer) as sum',
);

/** Adds two numbers in the database and returns the thread and engine that did it. */
export const addNumbers = workerJob(
  import.meta.url,
  'addNumbers',
  async ({ engine, workerReads }, { a, b }: { a: number; b: number }) => {
    if (a === b) throw new Error('a and b are equal');
    return { engine, isMainThread, sum: (await workerReads.find(sum, { a, b }))?.sum };
  },
);
