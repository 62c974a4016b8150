import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../clock.ts';
import { isId, newId } from '../ids.ts';
import type { Storage } from './storage.ts';

/** Stores files in a local folder, spread over 256 subfolders, because a folder with a million entries is slow to read. */
export function newFileStorage(folder: string, clock: Clock): Storage {
  return {
    put: async (source) => {
      const key = newId(clock.now());
      const filePath = pathOf(folder, key);
      await makeFolder(path.dirname(filePath));
      const file = await open(filePath, 'wx', 0o600);
      try {
        const written = await write(file, source);
        await syncFolder(path.dirname(filePath));
        return { key, ...written };
      } catch (error) {
        await rm(filePath, { force: true });
        throw error;
      }
    },
    putAs: async (key, source) => {
      const filePath = pathOf(folder, key);
      await makeFolder(path.dirname(filePath));
      // `list` does not show this name. A file that a crash leaves is overwritten by the next restore.
      const temporary = `${filePath}.incoming`;
      try {
        const written = await write(await open(temporary, 'w', 0o600), source);
        await rename(temporary, filePath);
        await syncFolder(path.dirname(filePath));
        return { key, ...written };
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    open: async (key, range) => {
      // An open file can be read to its end even if it is deleted meanwhile.
      const file = await openIfExists(pathOf(folder, key));
      return file?.createReadStream(range);
    },
    delete: async (key) => rm(pathOf(folder, key), { force: true }),
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
function pathOf(folder: string, key: string): string {
  if (!isId(key)) throw new Error(`${JSON.stringify(key)} is not the key of a file`);
  return path.join(folder, key.slice(-2), key);
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let created = folder; created.length >= first.length; created = path.dirname(created)) {
    await syncFolder(path.dirname(created));
  }
}

/** The name of a new file is durable only after its folder is synced. Windows does that by itself and cannot sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function openIfExists(filePath: string): Promise<FileHandle | undefined> {
  try {
    return await open(filePath, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function* listFiles(folder: string) {
  for (const subfolder of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(subfolder)) continue;
    // Files that are not named by a key are not Docket's.
    for (const key of (await namesIn(path.join(folder, subfolder))).filter(isId)) {
      yield { key, storedAt: timeOf(key) };
    }
  }
}

/** A key begins with the milliseconds of its creation. */
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
