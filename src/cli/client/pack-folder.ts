import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../platform/clock.ts';
import { ArchiveWriter } from '../../platform/tar/index.ts';
import { UsageError } from '../command.ts';

/** A folder as a tar archive in a temporary file, which `remove` deletes. Links are left out: they may lead anywhere. */
export async function packFolder(folder: string): Promise<{ blob: Blob; remove: () => Promise<void> }> {
  const place = await mkdtemp(path.join(tmpdir(), 'docket-import-'));
  const remove = () => rm(place, { recursive: true });
  const file = path.join(place, 'files.tar');
  const output = createWriteStream(file, { mode: 0o600 });
  const writer = new ArchiveWriter(
    {
      location: file,
      write: (chunk) =>
        new Promise((resolve, reject) => output.write(chunk, (error) => (error ? reject(error) : resolve()))),
      finish: () =>
        new Promise((resolve, reject) => output.once('error', reject).end(() => resolve(undefined))),
      abort: remove,
    },
    systemClock.now(),
  );
  try {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const full = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, full).split(path.sep).join('/');
      const { size } = await stat(full);
      const { isWhole } = await writer.addStream(name, size, createReadStream(full));
      if (!isWhole) throw new UsageError(`${full} changed while it was read.`);
    }
    await writer.finish();
    return { blob: await openAsBlob(file), remove };
  } catch (error) {
    output.destroy();
    await remove();
    throw error instanceof Error && /too long for a file/.test(error.message)
      ? new UsageError(`${error.message}. Shorten its path to at most 255 bytes.`)
      : error;
  }
}
