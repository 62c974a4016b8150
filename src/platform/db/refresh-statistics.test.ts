import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryEngine, openTestDatabase } from '../../../test/support/engines.ts';
import { dynamicStatement, refreshStatistics } from './index.ts';

onEveryEngine('statistics of tables', (engine) => {
  test('they are counted anew where the planner needs them', async () => {
    const { db, close } = await openTestDatabase(engine);
    await refreshStatistics(db, ['users', 'tickets']);
    if (engine === 'postgres') {
      const counted = dynamicStatement<object, { name: string }>(`
        select relname as name from pg_class where relname in ('users', 'tickets', 'labels') and reltuples >= 0
        order by relname`);
      const names = (await db.reads.list(counted, {})).map(({ name }) => name);
      assert.deepEqual(names, ['tickets', 'users']);
    }
    await close();
  });
});
