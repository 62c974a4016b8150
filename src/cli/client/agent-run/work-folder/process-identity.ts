import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isRunning } from '../../../../platform/is-running.ts';

/** Names a process so that a later one with the same number is not taken for it. */
export interface ProcessIdentity {
  host: string;
  pid: number;
  /** When it started, as Linux counts; absent on other systems. */
  started?: string;
}

export function identifyProcess(pid: number): ProcessIdentity {
  const started = readStart(pid);
  return { host: hostname(), pid, ...(started !== undefined && { started }) };
}

/** Whether the process may still run. One of another machine, which shares the folder, counts as running. */
export function mayRun({ host, pid, started }: ProcessIdentity): boolean {
  if (host !== hostname()) return true;
  if (!isRunning(pid)) return false;
  return started === undefined || readStart(pid) === started;
}

/** The 22nd field of /proc/PID/stat. The second, the name of the program, may contain spaces and brackets. */
function readStart(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'zombie' : fields[19];
  } catch {
    return undefined;
  }
}
