import { dayMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import { knowsAnyFile, listKnownKeys } from './file-key-store.ts';

// Longer than any upload takes to get its row.
const unclaimedKeptMs = dayMs;
const keysPerLookup = 500;

/**
 * Removes the files to which no row leads: of a process that died between file and row, of a deletion that was cut
 * short, of purged tickets. Answers how many there were.
 */
export async function sweepFiles(db: Database, storage: Storage, now: number): Promise<number> {
  // A database that knows no file at all is likelier the wrong one than the owner of a folder of rubbish.
  if (!(await knowsAnyFile(db.reads))) return 0;
  let removed = 0;
  let keys: string[] = [];
  for await (const { key, storedAt } of storage.list()) {
    if (storedAt > now - unclaimedKeptMs) continue;
    keys.push(key);
    if (keys.length < keysPerLookup) continue;
    removed += await removeUnknown(db, storage, keys);
    keys = [];
  }
  return removed + (await removeUnknown(db, storage, keys));
}

async function removeUnknown(db: Database, storage: Storage, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const known = new Set(await listKnownKeys(db.reads, keys));
  const unknown = keys.filter((key) => !known.has(key));
  for (const key of unknown) await storage.delete(key);
  return unknown.length;
}
