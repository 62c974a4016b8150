import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { closeAll } from '../../test/support/close-at-end.ts';
import { claim, isClaimed, notePassed, readQueue } from './queue.ts';
import { timeFile } from './times.ts';

/**
 * One of the processes of `npm test`: it claims test files until none is left. With one process per file, every file would
 * load all of Docket first and run before the JIT compiler has optimised it.
 */
const fileTimeoutMs = 30 * 60_000;
const leftOpenMs = 20_000;
// Starting a program takes longer the larger its parent is: 5 ms from 50 MB, 100 ms from 700 MB. A new process needs 2.5 s to load
// Docket and to warm up, so a process takes on programs until it is this large.
const startingBytesMax = 280 * 2 ** 20;
const queue = process.env.TEST_QUEUE as string;

let isNew = true;
// If a test waits for a timer that does not hold the process, Node would end and node:test would cancel every test that is
// left, without an error for files that were never read.
const alive = setInterval(() => {}, fileTimeoutMs);

for (const [index, { file, startsPrograms, needsNewProcess, startUntil }] of readQueue(queue).entries()) {
  if (startUntil !== null && Date.now() > startUntil) continue;
  if (needsNewProcess && !isNew) continue;
  if (startsPrograms && process.memoryUsage.rss() > startingBytesMax && !isClaimed(queue, index)) break;
  if (!claim(queue, index)) continue;
  isNew = false;
  let context: TestContext | undefined;
  await timeFile(queue, file, () =>
    test(file, { timeout: fileTimeoutMs }, async (t) => {
      context = t;
      await import(pathToFileURL(file).href);
    }),
  );
  if (context?.passed) notePassed(queue, index);
}
await closeAll();
clearInterval(alive);
// What a failed test left open would hold this process, and with it the whole run.
setTimeout(() => {
  console.error(`Tests left open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit();
}, leftOpenMs).unref();
