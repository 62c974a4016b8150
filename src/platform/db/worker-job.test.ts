import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine, openTestDatabase } from '../../../test/support/engines.ts';
import { addNumbers } from '../../../test/support/worker-job-fixture.ts';
import type { Database } from './index.ts';

onEveryEngine('worker jobs', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  test('a worker job reads the database, off the main thread', async () => {
    const isMainThread = false;
    const answers = await Promise.all([1, 2, 3].map((a) => db.runOnWorker(addNumbers, { a, b: 10 })));
    assert.deepEqual(
      answers,
      [11, 12, 13].map((sum) => ({ engine, isMainThread, sum })),
    );
  });

  test('a failed worker job rejects with its error, and the next one runs', async () => {
    await assert.rejects(db.runOnWorker(addNumbers, { a: 1, b: 1 }), /a and b are equal/);
    assert.equal((await db.runOnWorker(addNumbers, { a: 1, b: 2 })).sum, 3);
  });
});
