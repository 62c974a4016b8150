import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dayMs, systemClock } from '../../platform/clock.ts';

/** A new folder. Removes those with the same prefix that are older than a day, which a killed process left behind. */
export async function newTemporaryFolder(prefix: `docket-${string}-`): Promise<string> {
  const parent = tmpdir();
  const now = systemClock.now();
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const leftover = path.join(parent, name);
    const { mtimeMs = now } = (await stat(leftover).catch(() => undefined)) ?? {};
    if (now - mtimeMs > dayMs) await rm(leftover, { recursive: true, force: true });
  }
  return mkdtemp(path.join(parent, prefix));
}
