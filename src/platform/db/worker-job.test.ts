import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine, openTestDatabase } from '../../../test/support/engines.ts';
import { addThere } from '../../../test/support/heavy-work-fixture.ts';
import type { Database } from './index.ts';

onEveryEngine('heavy work', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  test('reads and thinks, on SQLite never on the main thread', async () => {
    const isMainThread = engine !== 'sqlite';
    const answers = await Promise.all([1, 2, 3].map((a) => db.runOnWorker(addThere, { a, b: 10 })));
    assert.deepEqual(
      answers,
      [11, 12, 13].map((sum) => ({ engine, isMainThread, sum })),
    );
  });

  test('that fails says why, and the next goes on', async () => {
    await assert.rejects(db.runOnWorker(addThere, { a: 1, b: 1 }), /these two are the same/);
    assert.equal((await db.runOnWorker(addThere, { a: 1, b: 2 })).sum, 3);
  });
});
