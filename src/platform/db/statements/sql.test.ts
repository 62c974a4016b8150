import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newMigratedDatabase, onEveryEngine } from '../../../../test/support/engines.ts';
import type { Database } from '../database.ts';
import { openPrepared } from '../open-database.ts';
import { sql } from './sql.ts';

type Fact = { name: string; value: string };

const insert = sql.change<Fact>(
  'insert into instance_facts (name, value) values (:name, :value) on conflict (name) do nothing',
);
const send = sql.send<Fact>('insert into instance_facts (name, value) values (:name, :value)');
const replace = sql.run<{ names: string[]; value: string }>(
  'update instance_facts set value = :value where name in :names[]',
);
const find = sql.find<{ name: string }, Fact>('select name, value from instance_facts where name = :name');
const findValue = sql.findValue<{ name: string }, { value: string }>(
  'select value from instance_facts where name = :name',
);
const exists = sql.exists<{ name: string }, { value: string }>(
  'select value from instance_facts where name = :name',
);
const list = sql.list<{ names: string[] }, Fact>(
  'select name, value from instance_facts where name in :names[] order by name',
);
const listValues = sql.listValues<{ names: string[] }, { value: string }>(
  'select value from instance_facts where name in :names[] order by name',
);
const count = sql.count<{ names: string[] }, { total: number }>(
  'select total from (select count(*) as total from instance_facts where name in :names[]) found where total > 0',
);
const get = sql.get<object, { one: number }>('select 1 as one');

onEveryEngine('statements as functions', (engine) => {
  let db: Database;
  let remove: () => Promise<void>;
  before(async () => {
    const { address, remove: removeDatabase } = await newMigratedDatabase(engine);
    remove = removeDatabase;
    db = await openPrepared(address);
  });
  after(async () => {
    await db.close();
    await remove();
  });

  test('a change says whether it changed exactly one row, a run how many', async () => {
    const both = ['changed once', 'changed twice'];
    await db.transaction(async (tx) => {
      for (const name of both) assert.equal(await insert(tx, { name, value: 'a' }), true);
      assert.equal(await insert(tx, { name: 'changed once', value: 'b' }), false);
      assert.equal(await replace(tx, { names: both, value: 'c' }), 2);
    });
    assert.deepEqual(await listValues(db.reads, { names: both }), ['c', 'c']);
  });

  test('a read returns rows, the values of one column, whether there is a row, or a number', async () => {
    const facts = [
      { name: 'read 1', value: 'a' },
      { name: 'read 2', value: 'b' },
    ];
    await db.transaction(async (tx) => {
      for (const fact of facts) await send(tx, fact);
    });
    const names = ['read 1', 'read 2'];
    assert.deepEqual(await list(db.reads, { names }), facts);
    assert.deepEqual(await listValues(db.reads, { names }), ['a', 'b']);
    assert.deepEqual(await find(db.reads, { name: 'read 2' }), facts[1]);
    assert.equal(await findValue(db.reads, { name: 'read 2' }), 'b');
    assert.equal(await exists(db.reads, { name: 'read 2' }), true);
    assert.equal(await count(db.reads, { names }), 2);
    assert.deepEqual(await get(db.reads), { one: 1 });
  });

  test('without a row there is no value, no row and a count of 0', async () => {
    assert.equal(await find(db.reads, { name: 'none' }), undefined);
    assert.equal(await findValue(db.reads, { name: 'none' }), undefined);
    assert.equal(await exists(db.reads, { name: 'none' }), false);
    assert.deepEqual(await listValues(db.reads, { names: ['none'] }), []);
    assert.equal(await count(db.reads, { names: ['none'] }), 0);
  });
});
