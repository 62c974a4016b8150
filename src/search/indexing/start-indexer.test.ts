import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { planSeed } from '../../cli/seed/plan.ts';
import { seedDatabase } from '../../cli/seed/seed-database.ts';
import { statement } from '../../platform/db/index.ts';
import { newLogger } from '../../platform/logger.ts';
import { addAllToBacklog, isIndexBehind } from './index-store.ts';
import { runIndexingLoop } from './indexing-loop.ts';
import { startIndexer } from './start-indexer.ts';

const indexedCount = statement<object, { count: number }>('select count(*) as count from search_documents');

onEveryEngine('indexer', (engine) => {
  let world: World;
  let ada: Person;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'Find', key: 'FIND' });
  });
  after(() => world.close());

  test('the indexer thread indexes tickets while requests create more, and stops on request', async () => {
    const create = (title: string) => ada.post('/api/tickets', { title, projectId: 'FIND' });
    await Promise.all(Array.from({ length: 30 }, (_, i) => create(`Before ${i}`)));
    const indexer = startIndexer({
      db: world.db,
      address: world.config.database,
      logger: newLogger('silent'),
    });
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, i) => create(`During ${i}`)));
    assert.ok(statuses.every(({ status }) => status === 201));
    const deadline = performance.now() + 120_000;
    let count = 0;
    while (count < 60 && performance.now() < deadline) {
      await wait(20);
      count = (await world.db.reads.find(indexedCount, {}))?.count ?? 0;
    }
    await indexer.stop();
    assert.equal(count, 60);
    const { body } = await ada.get('/api/tickets/search?q=during&limit=1');
    assert.equal(body.pagination.total, 30);
    assert.equal((await create('After')).status, 201);
  });

  test('the indexing loop ends when nothing is left to index, and a new ticket puts the index behind', async () => {
    const runUntilIdle = () =>
      runIndexingLoop(world.db, {
        signal: new AbortController().signal,
        wait: async () => {},
        report: (error) => assert.fail(String(error)),
      });
    await runUntilIdle();
    // On a shared PostgreSQL server, other transactions can delay when the last event settles.
    const deadline = performance.now() + 120_000;
    while ((await isIndexBehind(world.db.reads)) && performance.now() < deadline) await runUntilIdle();
    assert.equal(await isIndexBehind(world.db.reads), false);
    await ada.post('/api/tickets', { title: 'New', projectId: 'FIND' });
    assert.equal(await isIndexBehind(world.db.reads), true);
  });

  test('while many tickets wait and others write, the loop works longer than it pauses', async () => {
    const size = { seed: 1, tickets: 5_000, projects: 2, users: 2 };
    const ignore = async () => {};
    await seedDatabase(world.db, planSeed(size, world.clock.now()), 'no hash', ignore, ignore);
    const stop = new AbortController();
    const create = () => ada.post('/api/tickets', { title: 'Meanwhile', projectId: 'FIND' });
    let [pausedMs, workedMs, steps] = [0, 0, 0];
    let resumedAt = performance.now();
    await runIndexingLoop(world.db, {
      signal: stop.signal,
      wait: async (ms) => {
        workedMs += performance.now() - resumedAt;
        pausedMs += ms;
        if (++steps === 8) stop.abort();
        await world.db.transaction((tx) => addAllToBacklog(tx));
        await create();
        resumedAt = performance.now();
      },
      report: (error) => assert.fail(String(error)),
    });
    assert.ok(pausedMs < workedMs, `${pausedMs} ms of pauses after ${workedMs} ms of work`);
  });
});
