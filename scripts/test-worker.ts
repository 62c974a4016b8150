import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isTaken, readQueue, take } from './test-queue.ts';

/**
 * One of the processes that share the work of `npm test`: it takes file after file until none is left. In a process of
 * its own every file would read all of Docket first, and run it before the compiler has warmed to it.
 */
const fileTimeoutMs = 30 * 60_000;
// Starting a program from a process of 750 MB takes 25 times as long as from a small one, so the next one goes on.
const startingBytesMax = 220 * 2 ** 20;
const queue = process.env.TEST_QUEUE as string;

let isNew = true;

for (const [index, { file, startsPrograms, needsNewProcess }] of readQueue(queue).entries()) {
  if (needsNewProcess && !isNew) continue;
  if (startsPrograms && process.memoryUsage.rss() > startingBytesMax && !isTaken(queue, index)) break;
  if (!take(queue, index)) continue;
  isNew = false;
  await test(file, { timeout: fileTimeoutMs }, async () => {
    await import(pathToFileURL(file).href);
  });
}
