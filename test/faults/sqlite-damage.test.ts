import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { buildApp } from '../../src/composition/app.ts';
import { newContext } from '../../src/composition/context.ts';
import { readConfig } from '../../src/config/index.ts';
import { startMonitoring } from '../../src/monitoring/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { isOfDamagedFile, openPrepared, prepareDatabase } from '../../src/platform/db/index.ts';
import { newLogger } from '../../src/platform/logger.ts';
import { newFolder } from '../cli/docket.ts';
import { damagePages, newRandom, pageClasses, type SeededFile, seedFile } from './damaged-file.ts';

const pagesDamaged = 8;

describe('a SQLite file with damaged pages', () => {
  const folder = newFolder();
  let seeded: SeededFile;
  before(async () => {
    seeded = await seedFile(folder, 150);
  });

  const newDamagedFile = (pages: number[], seed: number) => {
    const folder = path.join(newFolder(), 'data');
    mkdirSync(folder);
    const file = path.join(folder, 'docket.db');
    copyFileSync(seeded.file, file);
    damagePages(file, pages, pagesDamaged, newRandom(seed));
    return file;
  };

  for (const [index, pageClass] of pageClasses.entries()) {
    test(`(${pageClass}) is refused by a start that checks every page`, async () => {
      const file = newDamagedFile(seeded.pages[pageClass], index + 1);
      await assert.rejects(
        prepareDatabase({ engine: 'sqlite', file }),
        /is damaged|is not a SQLite database/,
      );
    });

    test(`(${pageClass}) fails requests one by one, and the first failure stops every write`, async () => {
      const file = newDamagedFile(seeded.pages[pageClass], index + 1);
      const statuses = await askEverything(file, seeded);
      if (!statuses) return;
      const { reads, write, readiness, damaged } = statuses;
      assert.deepEqual(
        reads.filter((status) => ![200, 404, 500, 503].includes(status)),
        [],
      );
      if (damaged === 1) assert.deepEqual([write, readiness], [503, 503]);
      else assert.equal(pageClass, 'free list', `reads: ${reads}`);
    });
  }
});

/** The statuses of reads on both kinds of threads, of a change and of /readyz; undefined if the file cannot be opened. */
async function askEverything(file: string, { apiKey, tickets }: SeededFile) {
  const config = {
    ...readConfig({ DATA_DIR: path.dirname(file), METRICS_TOKEN: 'token', RATE_LIMIT: 'off' }),
  };
  // As a file that is too large to be checked before the start.
  const db = await openPrepared({ engine: 'sqlite', file }).catch((error: unknown) => {
    assert.ok(isOfDamagedFile(error), String(error));
  });
  if (!db) return undefined;
  const context = newContext({ config, clock: systemClock, logger: newLogger('silent'), db });
  const monitoring = startMonitoring(context);
  const app = buildApp(context, { monitoring });
  await app.ready();
  const headers = { authorization: `Bearer ${apiKey}` };
  const ask = async (url: string) => (await app.inject({ url, headers })).statusCode;
  const reads: number[] = [];
  for (const url of [
    ...tickets.slice(0, 3).flatMap((id) => [`/api/tickets/${id}`, `/api/tickets/${id}/comments`]),
    ...['/api/tickets', '/api/projects', '/api/users', '/api/notifications', '/api/activity'],
    '/api/tickets/search?q=the',
    '/api/tickets?sort=title&limit=200',
    '/api/tickets/export?format=csv',
  ])
    reads.push(await ask(url));
  await Promise.all(tickets.map((id) => ask(`/api/tickets/${id}`)));
  const create = () =>
    app.inject({ method: 'POST', url: '/api/tickets', headers, payload: { title: 'New' } });
  await create();
  const { statusCode: write } = await create();
  const readiness = await ask('/readyz');
  const { text = '' } = (await monitoring.metrics?.render()) ?? {};
  const damaged = Number(/^docket_db_damaged (\d)$/m.exec(text)?.[1]);
  await monitoring.close();
  await app.close();
  await context.close();
  return { reads, write, readiness, damaged };
}
