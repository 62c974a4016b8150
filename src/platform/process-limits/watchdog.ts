import { Worker } from 'node:worker_threads';

let isWatched = false;

/** Ends this process if it takes too much memory or its server is gone. It starts in parallel with the first task. */
export function startWatchdog(): void {
  if (isWatched) return;
  isWatched = true;
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: { parentPid: process.ppid },
  });
  thread.on('error', () => {});
  thread.unref();
}
