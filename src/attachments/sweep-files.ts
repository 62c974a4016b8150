import { dayMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import { hasAnyFile, listReferencedKeys } from './file-key-store.ts';

// A file is stored before its row is committed; no upload takes a day.
const unreferencedKeptMs = dayMs;
const keysPerLookup = 500;

/**
 * Deletes files that no row refers to: the process died between storing the file and committing its row, or between
 * deleting the row and the file, or the ticket was purged. Returns their number.
 */
export async function sweepFiles(db: Database, storage: Storage, now: number): Promise<number> {
  // A database without any file is probably the wrong database for this folder.
  if (!(await hasAnyFile(db.reads))) return 0;
  let removed = 0;
  let keys: string[] = [];
  for await (const { key, storedAt } of storage.list()) {
    if (storedAt > now - unreferencedKeptMs) continue;
    keys.push(key);
    if (keys.length < keysPerLookup) continue;
    removed += await removeUnreferenced(db, storage, keys);
    keys = [];
  }
  return removed + (await removeUnreferenced(db, storage, keys));
}

async function removeUnreferenced(db: Database, storage: Storage, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const referenced = new Set(await listReferencedKeys(db.reads, keys));
  const unreferenced = keys.filter((key) => !referenced.has(key));
  for (const key of unreferenced) await storage.delete(key);
  return unreferenced.length;
}
