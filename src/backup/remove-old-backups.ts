import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isBackupName } from './backup-names.ts';

/** Keeps the newest ones of a folder. Files that Docket did not name stay. */
export async function removeOldBackups(folder: string, kept: number): Promise<string[]> {
  const old = readdirSync(folder).filter(isBackupName).sort().slice(0, -kept);
  for (const name of old) await rm(path.join(folder, name), { force: true });
  return old;
}
