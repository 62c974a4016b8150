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

/** Takes a lane for slow jobs. */
export const addNumbersSlowly = workerJob(import.meta.url, 'addNumbersSlowly', addNumbers.run, {
  isSlow: true,
});

/** Does not end within the life of a test. */
export const endlessCount = statement<object, { total: number }>(`
  with recursive n(i) as (
    select cast(1 as bigint) union all select i + 1 from n where i < 1000000000000000 and :running(i)
  )
  select count(*) as total from n`);

/** Computes for ever and reads nothing. */
export const loopForEver = workerJob(import.meta.url, 'loopForEver', async () => {
  for (;;);
});

/** Ends its thread, as running out of memory would. */
export const endThread = workerJob(import.meta.url, 'endThread', async () => process.exit(1));

/** Needs more memory than its thread may have. */
export const exhaustMemory = workerJob(import.meta.url, 'exhaustMemory', async () => {
  const kept: number[][] = [];
  for (;;) kept.push(new Array(1_000_000).fill(0.5));
});

const countFacts = statement<object, { total: number }>('select count(*) as total from instance_facts');

/** Counts, says so in `gate[0]`, waits until `gate[1]` is 1 and counts again. */
export const countTwice = workerJob(
  import.meta.url,
  'countTwice',
  async ({ workerReads }, { gate }: { gate: Int32Array }) => {
    const count = async () => (await workerReads.find(countFacts, {}))?.total;
    const first = await count();
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    await Atomics.waitAsync(gate, 1, 0).value;
    return [first, await count()];
  },
);
