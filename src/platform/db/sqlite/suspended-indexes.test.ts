import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { newMigratedDatabase } from '../../../../test/support/engines.ts';
import type { DatabaseAddress } from '../index.ts';
import { migrate } from '../migration/migrate.ts';
import { loadWithoutIndexes } from './suspended-indexes.ts';

async function openFile(t: { after: (end: () => unknown) => void }) {
  const { address, remove } = await newMigratedDatabase('sqlite');
  const { file } = address as Extract<DatabaseAddress, { engine: 'sqlite' }>;
  const connection = new DatabaseSync(file);
  t.after(() => {
    connection.close();
    return remove();
  });
  const schema = connection.prepare('select type, name, tbl_name, sql from sqlite_schema order by name');
  return { address, connection, schema: () => schema.all() };
}

const insertEvents = (connection: DatabaseSync, count: number) => {
  const insert = connection.prepare(
    "insert into events (id, type, occurred_at, data) values (?, 'user.created', ?, '{}')",
  );
  for (let n = 0; n < count; n++) insert.run(`e${n}`, n);
};

test('a bulk load runs without indexes and ends with the same schema, also when it fails', async (t) => {
  const { address, connection, schema } = await openFile(t);
  const before = schema();
  const countOf = (table: string) =>
    schema().filter(({ type, tbl_name: name, sql }) => type === 'index' && name === table && sql).length;
  assert.ok(countOf('tickets') > 5 && countOf('events') > 2);
  await loadWithoutIndexes(address, ['tickets', 'events'], async () => {
    // The numbers of tickets stay unique.
    assert.deepEqual([countOf('tickets'), countOf('events')], [1, 0]);
    insertEvents(connection, 10);
  });
  assert.deepEqual(schema(), before);
  await assert.rejects(
    loadWithoutIndexes(address, ['tickets', 'events'], () => Promise.reject(new Error('killed'))),
    /killed/,
  );
  assert.deepEqual(schema(), before);
  assert.equal(connection.prepare('pragma integrity_check').get()?.integrity_check, 'ok');
});

test('a start builds the indexes that a killed bulk load left out', async (t) => {
  const { address, schema } = await openFile(t);
  const before = schema();
  const never = new Promise<never>(() => {});
  void loadWithoutIndexes(address, ['tickets', 'events'], () => never);
  assert.notDeepEqual(schema(), before);
  await migrate(address);
  assert.deepEqual(schema(), before);
});

test('a table with more than 1,000 rows keeps its indexes during a bulk load', async (t) => {
  const { address, connection, schema } = await openFile(t);
  insertEvents(connection, 1_001);
  const before = schema();
  await loadWithoutIndexes(address, ['events'], async () => {
    assert.deepEqual(
      schema().filter(({ tbl_name: name }) => name === 'events'),
      before.filter(({ tbl_name: name }) => name === 'events'),
    );
  });
});
