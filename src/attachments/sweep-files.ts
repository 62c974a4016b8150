import { dayMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import { hasAnyFile, type ListReferencedKeys, listReferencedKeys } from './file-key-store.ts';

// A file is stored before its row is committed; no upload takes a day.
const unreferencedKeptMs = dayMs;
const keysPerLookup = 500;

/**
 * Deletes files that no row refers to: the process died between storing the file and committing its row, or between
 * deleting the row and the file, or the ticket was purged. Returns their number. `listOtherKeys` finds the files of modules above.
 */
export async function sweepFiles(
  db: Database,
  storage: Storage,
  now: number,
  listOtherKeys: ListReferencedKeys,
): Promise<number> {
  // A database without any file is probably the wrong database for this folder.
  if (!(await hasAnyFile(db.reads))) return 0;
  const removeUnreferenced = async (found: string[]) => {
    if (found.length === 0) return 0;
    const lists = [await listOtherKeys(db.reads, found), await listReferencedKeys(db.reads, found)];
    const referenced = new Set(lists.flat());
    const unreferenced = found.filter((key) => !referenced.has(key));
    for (const key of unreferenced) await storage.delete(key);
    return unreferenced.length;
  };
  let removed = 0;
  let keys: string[] = [];
  for await (const { key, storedAt } of storage.list()) {
    if (storedAt > now - unreferencedKeptMs) continue;
    keys.push(key);
    if (keys.length < keysPerLookup) continue;
    removed += await removeUnreferenced(keys);
    keys = [];
  }
  return removed + (await removeUnreferenced(keys));
}
