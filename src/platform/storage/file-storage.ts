import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../clock.ts';
import { isId, newId } from '../ids.ts';
import type { Storage } from './storage.ts';

/** Files in a folder of this machine, spread over 256 folders, because one with a million entries is slow to read. */
export function newFileStorage(folder: string, clock: Clock): Storage {
  return {
    put: async (source) => {
      const key = newId(clock.now());
      const place = placeOf(folder, key);
      await makeFolder(path.dirname(place));
      const file = await open(place, 'wx', 0o600);
      try {
        const written = await write(file, source);
        await syncFolder(path.dirname(place));
        return { key, ...written };
      } catch (error) {
        await rm(place, { force: true });
        throw error;
      }
    },
    open: async (key, range) => {
      // Opened before anything is promised to a caller: afterwards even a deletion does not cut the reading short.
      const file = await openIfThere(placeOf(folder, key));
      return file?.createReadStream(range);
    },
    delete: async (key) => rm(placeOf(folder, key), { force: true }),
    list: () => listFiles(folder),
  };
}

async function write(file: FileHandle, source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** The last two digits of a key are random, so the folders fill evenly. */
function placeOf(folder: string, key: string): string {
  if (!isId(key)) throw new Error(`${JSON.stringify(key)} is not the key of a file`);
  return path.join(folder, key.slice(-2), key);
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
  }
}

/** The name of a new file is on the disk only when its folder is. Windows does that by itself and refuses to be asked. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function openIfThere(place: string): Promise<FileHandle | undefined> {
  try {
    return await open(place, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function* listFiles(folder: string) {
  for (const shelf of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(shelf)) continue;
    // What is not named like a file of ours was put there by somebody else and is none of our business.
    for (const key of (await namesIn(path.join(folder, shelf))).filter(isId)) {
      yield { key, storedAt: timeOf(key) };
    }
  }
}

/** A key begins with the milliseconds of its making. */
const timeOf = (key: string) => Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16);

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
