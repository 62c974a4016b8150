import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 200;

/** Runs `work` while no other process holds the same lock file. The lock of a process that has ended is void. */
export async function holdLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!tryLock(file)) {
    if (isVoid(file)) rmSync(file, { force: true });
    else await delay(pollMs);
  }
  const unlock = () => rmSync(file, { force: true });
  process.once('exit', unlock);
  try {
    return await work();
  } finally {
    process.off('exit', unlock);
    unlock();
  }
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isVoid(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // Between creation and the write of the number the file is empty.
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
