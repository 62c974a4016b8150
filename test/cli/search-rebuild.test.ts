import assert from 'node:assert/strict';
import test from 'node:test';
import { openPrepared } from '../../src/platform/db/index.ts';
import { isIndexBehind } from '../../src/search/indexing/index-store.ts';
import { indexNextTickets } from '../../src/search/indexing/index-tickets.ts';
import { docket, newFolder } from './docket.ts';

test('docket search rebuild queues every ticket, for the texts or for everything', async () => {
  const folder = newFolder();
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await docket([...args, '--json'], settings);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  await run('seed', '--tickets', '30', '--projects', '2', '--users', '3');
  const db = await openPrepared({ engine: 'sqlite', file: `${folder}/docket.db` });
  for (const part of ['texts', 'all']) {
    while ((await indexNextTickets(db, 100)) > 0);
    assert.equal(await isIndexBehind(db.reads), false);
    assert.deepEqual(await run('search', 'rebuild', part), { part, tickets: 30 });
    assert.equal(await isIndexBehind(db.reads), true);
  }
  await db.close();
});
