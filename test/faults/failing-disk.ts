import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const bytes = 64 * 1024 ** 2;

export interface FailingDisk {
  folder: string;
  /** As after an error of the device: everything can be read, and every write fails. Only a new mount ends it. */
  becomeReadOnly(): void;
  remove(): void;
}

/** An ext4 file system in a file; undefined if these tests may not mount one, or its kernel cannot feign errors. */
export function mountFailingDisk(): FailingDisk | undefined {
  const home = mkdtempSync(path.join(tmpdir(), 'docket-failing-disk-'));
  const image = path.join(home, 'image');
  const folder = mkdtempSync(path.join(home, 'mounted-'));
  writeFileSync(image, '');
  truncateSync(image, bytes);
  const run = (command: string, args: string[]) => spawnSync(command, args, { encoding: 'utf8' });
  const remove = () => {
    run('umount', ['--lazy', folder]);
    rmSync(home, { recursive: true, force: true });
  };
  run('mkfs.ext4', ['-q', '-F', image]);
  run('mount', ['-o', 'loop,errors=remount-ro', image, folder]);
  const device = path.basename(run('losetup', ['-j', image]).stdout?.split(':')[0] ?? '');
  const trigger = `/sys/fs/ext4/${device}/trigger_fs_error`;
  if (device === '' || !existsSync(trigger)) {
    remove();
    return undefined;
  }
  return { folder, becomeReadOnly: () => writeFileSync(trigger, 'docket'), remove };
}
