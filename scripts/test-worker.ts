import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

/**
 * One of the processes that share the work of `npm test`: it takes file after file until none is left. In a process of
 * its own every file would read all of Docket first, and run it before the compiler has warmed to it.
 */
const fileTimeoutMs = 30 * 60_000;
// Starting a program from a process of 750 MB takes 25 times as long as from a small one, so the next one goes on.
const bytesMax = 220 * 2 ** 20;
const queue = process.env.TEST_QUEUE as string;
const files = JSON.parse(readFileSync(path.join(queue, 'files.json'), 'utf8')) as string[];

for (const [index, file] of files.entries()) {
  if (process.memoryUsage.rss() > bytesMax) break;
  if (!take(index)) continue;
  await test(file, { timeout: fileTimeoutMs }, async () => {
    await import(pathToFileURL(file).href);
  });
}

function take(index: number): boolean {
  try {
    writeFileSync(path.join(queue, `${index}.taken`), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
