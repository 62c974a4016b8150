import { createHash } from 'node:crypto';
import { access, constants, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../clock.ts';
import { isId, newId, startOfId } from '../ids.ts';
import { nameOfFile } from './file-names.ts';
import type { Storage } from './storage.ts';
import { type StorageFault, StorageUnavailable } from './storage-unavailable.ts';

const readAndWrite = constants.R_OK | constants.W_OK | constants.X_OK;

/** Stores files in a local folder, spread over 256 subfolders, because a folder with a million entries is slow to read. */
export function newFileStorage(folder: string, clock: Clock): Storage {
  return {
    location: folder,
    put: (source) => translating(folder, () => put(folder, newId(clock.now()), source)),
    putAs: (key, source) => translating(folder, () => putAs(folder, key, source)),
    open: async (key, range) => {
      // An open file can be read to its end even if it is deleted meanwhile.
      const file = await translating(folder, () => ifExists(open(storedPath(folder, key), 'r')));
      return file?.createReadStream(range);
    },
    findBytes: async (key) =>
      (await translating(folder, () => ifExists(stat(storedPath(folder, key)))))?.size,
    delete: (key) => translating(folder, () => rm(storedPath(folder, key), { force: true })),
    // A folder that does not exist is created with the first file.
    assertReachable: () =>
      translating(folder, async () => void (await ifExists(access(folder, readAndWrite)))),
    list: () => listFiles(folder),
  };
}

async function put(folder: string, key: string, source: AsyncIterable<Uint8Array>) {
  const filePath = storedPath(folder, key);
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
}

async function putAs(folder: string, key: string, source: AsyncIterable<Uint8Array>) {
  const filePath = storedPath(folder, key);
  await makeFolder(path.dirname(filePath));
  // `list` does not show this name. A file that a crash leaves is overwritten by the next attempt.
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
}

const faults: Record<string, [reason: StorageFault, advice: string]> = {
  ENOSPC: ['full', 'make room on its disk'],
  EDQUOT: ['full', 'raise the quota of the user that runs Docket'],
  EACCES: ['refused', 'let the user that runs Docket read and write it'],
  EPERM: ['refused', 'let the user that runs Docket read and write it'],
  EROFS: ['refused', 'mount its disk for writing'],
  EIO: ['unreachable', 'check its disk'],
  ESTALE: ['unreachable', 'mount the network file system again'],
};

async function translating<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const [reason, advice] = faults[code] ?? [];
    if (!reason) throw error;
    throw new StorageUnavailable(`${folder}: ${message}; ${advice}`, { reason, cause: error });
  }
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

const storedPath = (folder: string, key: string) => path.join(folder, nameOfFile(key));

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

async function ifExists<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
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
      yield { key, storedAt: startOfId(key) };
    }
  }
}

const namesIn = async (folder: string) => (await ifExists(readdir(folder))) ?? [];

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
