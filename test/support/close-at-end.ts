import { after } from 'node:test';

/** What the test files of a process share is closed after the last of them. */
const closers: (() => Promise<void>)[] = [];

export const closeAtEnd = (close: () => Promise<void>): void => void closers.push(close);

export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

// scripts/test/worker.ts runs several files and closes itself; here `after` would be a hook of the first file.
if (!process.env.TEST_QUEUE) after(closeAll);
