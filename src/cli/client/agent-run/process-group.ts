import type { ChildProcess } from 'node:child_process';
import { secondMs } from '../../../platform/clock.ts';

export const killAfterMs = 10 * secondMs;

/** Ends a detached process and everything that it started: in order, or after 10 s by force. */
export function terminate(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM');
  setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs).unref();
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The process group has just ended.
  }
}
