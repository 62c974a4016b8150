import { createReadStream } from 'node:fs';
import { link, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isRunning } from '../platform/is-running.ts';
import { makePrivateFolder } from '../platform/private-folder.ts';
import type { ArchiveSink, ArchiveSource } from '../platform/tar/index.ts';

const readBytes = 1024 * 1024;

/** Writes under a temporary name, which other backups recognise, and readable by its owner only. */
export async function openArchiveFile(file: string): Promise<ArchiveSink> {
  const folder = path.dirname(file);
  makePrivateFolder(folder);
  await removePartialFiles(folder);
  const partial = path.join(folder, `.${path.basename(file)}.${process.pid}.partial`);
  const handle = await open(partial, 'wx', 0o600);
  return {
    location: file,
    write: async (chunk) => handle.writeFile(chunk),
    finish: async () => {
      await handle.sync();
      await handle.close();
      // Unlike a rename, a link does not replace a backup that has the name already.
      await link(partial, file);
      await rm(partial);
      await syncFolder(folder);
    },
    abort: async () => {
      await handle.close();
      await rm(partial, { force: true });
    },
  };
}

/** Removes what killed backups have left. The process id in the name shows whether its backup still runs. */
async function removePartialFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const id = /^\..+\.(\d+)\.partial$/.exec(name)?.[1];
    if (id && !isRunning(Number(id))) await rm(path.join(folder, name), { force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

export const archiveInFile = (file: string): ArchiveSource => ({
  location: file,
  open: () => createReadStream(file, { highWaterMark: readBytes }),
});
