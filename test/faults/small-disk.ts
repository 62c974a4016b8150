import { spawnSync } from 'node:child_process';
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface SmallDisk {
  folder: string;
  /** Leaves not even room for a byte. */
  fill(): void;
  makeRoom(): void;
  remove(): void;
}

/** For `test`: containers without the right to mount cannot have a disk that is full. */
export const needsMount = { skip: canMount() ? false : 'no right to mount a file system' };

/** A file system of its own in memory. */
export function mountSmallDisk(megabytes: number, owner?: { uid: number; gid: number }): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-small-disk-'));
  const options = `size=${megabytes}m,mode=711`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0)
    throw new Error(`Cannot mount a file system at ${folder}`);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill: () => {
      const file = openSync(filler, 'a');
      // The last write of each length may be a short one.
      for (const bytes of [1024 ** 2, 4096, 1]) while (hasWritten(file, Buffer.alloc(bytes)));
      closeSync(file);
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove: () => {
      spawnSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function hasWritten(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

function canMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-small-disk-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status === 0;
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}
