import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newMigratedDatabase, onEveryEngine } from '../../../../test/support/engines.ts';
import { openPrepared } from '../open-database.ts';
import { newestStep } from './migration-files.ts';
import { DatabaseSuperseded } from './schema-compatibility.ts';
import { findNewerSchema, watchingSchema } from './schema-watch.ts';

onEveryEngine('a process that meets a newer schema', (engine) => {
  const known = newestStep(engine);

  test('refuses changes, is not ready, and must end, unless the newer migrations serve it', async (t) => {
    const { address, remove } = await newMigratedDatabase(engine);
    let check = () => {};
    const db = watchingSchema(await openPrepared(address), (_, work) => {
      check = work;
      return () => {};
    });
    t.after(async () => {
      await db.close();
      await remove();
    });
    const run = (text: string) => db.transaction((tx) => tx.run({ text }, {}));
    const newer = () => findNewerSchema(db.reads, engine, known);
    assert.equal(await newer(), undefined);

    await run(`insert into schema_migrations values (${known + 1}, 'from-the-future', 0)`);
    assert.equal(await newer(), known + 1);
    const serve = (from: number) =>
      run(`update instance_facts set value = '${known + 1} ${from}' where name = 'schema_serves_from'`);
    await serve(known);
    assert.equal(await newer(), undefined);
    await serve(known + 1);
    assert.equal(await newer(), known + 1);

    check();
    assert.ok((await db.lost) instanceof DatabaseSuperseded);
    await assert.rejects(run('delete from instance_facts'), { reason: 'superseded' });
    await assert.rejects(db.ping(), { reason: 'superseded' });
  });
});
