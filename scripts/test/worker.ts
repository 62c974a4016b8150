import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { closeAll } from '../../test/support/close-at-end.ts';
import { claim, isClaimed, readQueue } from './queue.ts';
import { timeFile } from './times.ts';

/**
 * One of the processes of `npm test`: it claims test files until none is left. With one process per file, every file would
 * load all of Docket first and run before the JIT compiler has optimised it.
 */
const fileTimeoutMs = 30 * 60_000;
const leftOpenMs = 20_000;
// Starting a program from a process of 750 MB takes 25 times as long as from a small one, so a new process continues.
const startingBytesMax = 220 * 2 ** 20;
const queue = process.env.TEST_QUEUE as string;

let isNew = true;
// If a test waits for a timer that does not hold the process, Node would end and node:test would cancel every test that is
// left, without an error for files that were never read.
const alive = setInterval(() => {}, fileTimeoutMs);

for (const [index, { file, startsPrograms, needsNewProcess }] of readQueue(queue).entries()) {
  if (needsNewProcess && !isNew) continue;
  if (startsPrograms && process.memoryUsage.rss() > startingBytesMax && !isClaimed(queue, index)) break;
  if (!claim(queue, index)) continue;
  isNew = false;
  await timeFile(queue, file, () =>
    test(file, { timeout: fileTimeoutMs }, async () => {
      await import(pathToFileURL(file).href);
    }),
  );
}
await closeAll();
clearInterval(alive);
// What a failed test left open would hold this process, and with it the whole run.
setTimeout(() => {
  console.error(`Tests left open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit();
}, leftOpenMs).unref();
