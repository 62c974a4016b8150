import { setTimeout as wait } from 'node:timers/promises';
import { type DatabaseAddress, openDatabase } from '../src/platform/db/index.ts';
import { isIndexBehind } from '../src/search/indexing/index-store.ts';
import { startDocket } from './docket-server.ts';

/** Runs a server until all seeded tickets are indexed, so that indexing slows no measurement. Returns the seconds. */
export async function buildSearchIndex(address: DatabaseAddress, folder: string): Promise<number> {
  const startedAt = performance.now();
  const server = await startDocket(address, folder);
  const db = await openDatabase(address);
  while (await isIndexBehind(db.reads)) await wait(200);
  await db.close();
  await server.stop();
  return (performance.now() - startedAt) / 1000;
}
