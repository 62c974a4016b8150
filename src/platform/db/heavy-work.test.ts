import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newDatabase, onEveryEngine, type TestDatabase } from '../../../test/support/engines.ts';
import { addThere } from '../../../test/support/heavy-work-fixture.ts';
import { type Database, openDatabase } from './index.ts';

onEveryEngine('heavy work', (engine) => {
  let home: TestDatabase;
  let db: Database;

  before(async () => {
    home = await newDatabase(engine);
    db = await openDatabase(home.address);
  });
  after(async () => {
    await db.close();
    await home.remove();
  });

  test('reads and thinks, on SQLite never on the main thread', async () => {
    const isMainThread = engine !== 'sqlite';
    const answers = await Promise.all([1, 2, 3].map((a) => db.heavily(addThere, { a, b: 10 })));
    assert.deepEqual(
      answers,
      [11, 12, 13].map((sum) => ({ engine, isMainThread, sum })),
    );
  });

  test('that fails says why, and the next goes on', async () => {
    await assert.rejects(db.heavily(addThere, { a: 1, b: 1 }), /these two are the same/);
    assert.equal((await db.heavily(addThere, { a: 1, b: 2 })).sum, 3);
  });
});
