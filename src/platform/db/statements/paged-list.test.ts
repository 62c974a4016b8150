import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine, openTestDatabase } from '../../../../test/support/engines.ts';
import type { Database } from '../database.ts';
import { byCreation, listPage, pagedList } from './paged-list.ts';
import { compileStatement, dynamicStatement } from './statement.ts';

interface Note {
  id: string;
  createdAt: number;
}

const notes = pagedList<{ ownerId: string }, Note>({
  columns: 'id, created_at as "createdAt"',
  from: 'notes',
  owner: { column: 'owner_id', param: 'ownerId' },
  where: '',
  sort: byCreation('created_at', 'id', 'desc'),
});
const schema = [
  'create table notes (owner_id text not null, id text not null, created_at bigint not null, words text not null)',
  'create index notes_by_time on notes (created_at)',
  'create index notes_of_owner on notes (owner_id, created_at, id)',
  `insert into notes with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    select case when i % 5000 = 0 then 'few' else 'many' || i % 4 end, 'id' || i, i, 'written by a person' from n`,
  'analyze notes',
];

onEveryEngine('a list of one owner', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
    for (const text of schema) await db.transaction((tx) => tx.run(dynamicStatement(text), {}));
  });
  after(() => close());

  const pageOf = async (ownerId: string, page: { offset: number; after?: (string | number)[] }) => {
    const { rows, total } = await listPage(db.reads, notes, { ownerId }, { page: 1, limit: 2, ...page });
    return [rows.map(({ id }) => id), total];
  };

  test('has the rows of that owner alone, by number and by cursor', async () => {
    assert.deepEqual(await pageOf('few', { offset: 0 }), [['id20000', 'id15000'], 4]);
    assert.deepEqual(await pageOf('few', { offset: 2 }), [['id10000', 'id5000'], 4]);
    assert.deepEqual(await pageOf('few', { offset: 0, after: [15_000, 'id15000'] }), [
      ['id10000', 'id5000'],
      4,
    ]);
  });

  test('is as long as its only page says, whatever is added meanwhile', async () => {
    const page = { page: 1, limit: 5, offset: 0 };
    const { rows, total } = await listPage(db.reads, notes, { ownerId: 'few' }, page, () => 5);
    assert.deepEqual([rows.length, total], [4, 4]);
    const full = await listPage(db.reads, notes, { ownerId: 'few' }, { ...page, limit: 3 }, () => 5);
    assert.deepEqual([full.rows.length, full.total], [3, 5]);
  });

  for (const name of ['first', 'after'] as const) {
    test(`is read along the index of the owner: ${name}`, async () => {
      const { sql, names } = compileStatement(notes[name].text, engine);
      const values = names.map((param) => (/ownerId|after1/.test(param) ? "'few'" : '2'));
      const plan = await db.transaction(async (tx) => {
        if (engine === 'sqlite')
          return tx.list(dynamicStatement(`explain query plan ${fill(sql, values)}`), {});
        await tx.run(dynamicStatement(`prepare probe_${name} as ${sql}`), {});
        return tx.list(dynamicStatement(`explain execute probe_${name}(${values.join(', ')})`), {});
      });
      assert.match(JSON.stringify(plan), /notes_of_owner/);
      assert.doesNotMatch(JSON.stringify(plan), /notes_by_time|B-TREE|Sort/);
    });
  }
});

const fill = (sql: string, values: string[]) => {
  const left = [...values];
  return sql.replaceAll('?', () => left.shift() as string);
};
