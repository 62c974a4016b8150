import { eventReactions } from '../src/composition/event-reactions.ts';
import { withReactions } from '../src/events/index.ts';
import { type DatabaseAddress, openDatabase } from '../src/platform/db/index.ts';
import { isIndexBehind } from '../src/search/indexing/index-store.ts';
import { startDocket } from './docket-server.ts';
import { median } from './median.ts';
import type { ProcessFigure } from './process-figures.ts';
import { readSeeded } from './seeded.ts';
import { timeCall } from './timed-call.ts';

const listMsMax = 100;
const firstSearchMsMax = 2_000;
const deepPage = '/api/tickets?type=BUG&sort=title&page=300&limit=20';

/**
 * Runs a server until all seeded tickets are indexed, so that indexing slows no other measurement. Meanwhile it times the first
 * search after the start, and lists.
 */
export async function buildSearchIndex(address: DatabaseAddress, folder: string): Promise<ProcessFigure[]> {
  const startedAt = performance.now();
  const server = await startDocket(address, folder);
  const db = withReactions(await openDatabase(address), eventReactions);
  const seeded = await readSeeded(db);
  const call = timeCall(server.origin, seeded.cookie);
  const get = async (path: string) => (await call({ method: 'GET', path })).ms;
  const firstSearchMs = await get(`/api/tickets/search?q=${encodeURIComponent(seeded.commonWord)}`);
  const listsMs: number[] = [];
  do listsMs.push(await get(deepPage));
  while (await isIndexBehind(db.reads));
  await db.close();
  await server.stop();
  return [
    {
      name: 'build of the search index',
      value: (performance.now() - startedAt) / 1000,
      unit: 's',
      atMost: 300,
    },
    { name: 'first search after a start', value: firstSearchMs, unit: 'ms', atMost: firstSearchMsMax },
    { name: 'p50 of a deep list meanwhile', value: median(listsMs), unit: 'ms', atMost: listMsMax },
  ];
}
