import { createWriteStream } from 'node:fs';
import { link, open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../command.ts';
import { newProgressLines } from '../progress-lines.ts';

/** Nobody sees the file under its name before it is complete, and no file is replaced. */
export async function saveFile(file: string, body: AsyncIterable<Uint8Array>): Promise<number> {
  const partial = `${file}.${process.pid}.partial`;
  await refuseExisting(file);
  const progress = newProgressLines();
  let bytes = 0;
  try {
    const handle = await open(partial, 'wx', 0o600);
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          progress.show({ what: 'MB', done: Math.floor(bytes / 1e6), total: undefined });
          yield chunk;
        }
      },
      createWriteStream(partial, { fd: handle.fd, autoClose: false, flush: true }),
    );
    await handle.sync();
    await handle.close();
    await link(partial, file);
    return bytes;
  } finally {
    progress.end();
    await rm(partial, { force: true });
  }
}

async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found) throw new UsageError(`${file} exists already. Choose another name.`);
}
