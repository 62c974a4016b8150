import { readFileSync } from 'node:fs';

/** Time of a thread by the scheduler of Linux. Elsewhere all are 0, and figures that use them include other programs. */
export interface ThreadTime {
  runMs: number;
  /** Ready to run, but other threads had the processors. */
  waitMs: number;
}

/** Of the main thread of a process. */
export const mainThreadTime = (pid: number): ThreadTime => read(`/proc/${pid}/task/${pid}/schedstat`);

function read(file: string): ThreadTime {
  try {
    const [run, wait] = readFileSync(file, 'utf8').split(' ').map(Number);
    return { runMs: (run ?? 0) / 1e6, waitMs: (wait ?? 0) / 1e6 };
  } catch {
    return { runMs: 0, waitMs: 0 };
  }
}
