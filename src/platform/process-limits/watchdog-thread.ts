import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { residentLimitPhrase, residentMbMax } from './memory-limits.ts';

const intervalMs = 250;
const { parentPid } = workerData as { parentPid: number };

// The main thread may be in a long computation, in which its own timers and the end of the channel go unnoticed.
setInterval(() => {
  const isOrphan = process.ppid !== parentPid;
  const isTooLarge = process.memoryUsage.rss() > residentMbMax * 1024 * 1024;
  if (isTooLarge) writeSync(2, `${residentLimitPhrase}\n`);
  if (isOrphan || isTooLarge) process.kill(process.pid, 'SIGKILL');
}, intervalMs);
