import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makePrivateFolder } from '../../../../platform/private-folder.ts';
import { identifyProcess, mayRun, type ProcessIdentity } from './process-identity.ts';

export interface FileLock {
  release(): void;
}

const prefix = 'lock.';
let attempts = 0;

/**
 * Locks a folder for this process; undefined if somebody holds it. The lock of a killed process is free.
 *
 * The lock is the file `lock.N` with the highest N, which names its holder. Whoever finds the holder gone creates
 * `lock.N+1` by a hard link: it has its content at once, and only one process succeeds. The highest file is never
 * deleted, so a process that was paused before its link finds a higher one afterwards and gives up.
 */
export function tryLock(folder: string): FileLock | undefined {
  makePrivateFolder(folder);
  const highest = readNumbers(folder).at(-1) ?? 0;
  if (highest > 0 && isHeld(path.join(folder, prefix + highest))) return undefined;
  const file = path.join(folder, prefix + (highest + 1));
  const draft = path.join(folder, `.${process.pid}-${++attempts}`);
  writeFileSync(draft, JSON.stringify(identifyProcess(process.pid)));
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return undefined;
  } finally {
    rmSync(draft, { force: true });
  }
  const numbers = readNumbers(folder);
  if (numbers.at(-1) !== highest + 1) {
    rmSync(file, { force: true });
    return undefined;
  }
  for (const older of numbers.slice(0, -1)) rmSync(path.join(folder, prefix + older), { force: true });
  return { release: () => markFree(file, draft) };
}

/** Waits until the lock is free. Only for work that ends soon. */
export async function lock(folder: string, until: AbortSignal): Promise<FileLock> {
  for (;;) {
    const held = tryLock(folder);
    if (held) return held;
    await wait(100, undefined, { signal: until });
  }
}

function markFree(file: string, draft: string): void {
  try {
    writeFileSync(draft, '{}');
    renameSync(draft, file);
  } catch {
    // The folder was removed together with its lock.
  }
}

function isHeld(file: string): boolean {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Partial<ProcessIdentity>;
    return holder.pid !== undefined && mayRun(holder as ProcessIdentity);
  } catch (error) {
    // Deleted by whoever created a higher one.
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

const readNumbers = (folder: string): number[] =>
  readdirSync(folder)
    .filter((name) => /^lock\.\d+$/.test(name))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((a, b) => a - b);
