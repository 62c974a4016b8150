import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine, openTestDatabase } from '../../../../test/support/engines.ts';
import { binder, type Database } from '../database.ts';
import { type CompiledStatement, compileStatement, dynamicStatement, statement } from './statement.ts';

const cases: [what: string, text: string, sqlite: CompiledStatement, postgres: CompiledStatement][] = [
  [
    'a parameter that is used twice is bound once on PostgreSQL',
    'select :a, :b, :a',
    { sql: 'select ?, ?, ?', names: ['a', 'b', 'a'] },
    { sql: 'select $1, $2, $1', names: ['a', 'b'] },
  ],
  [
    'a cast is not taken for a parameter',
    'select :a::text, b::bigint',
    { sql: 'select ?::text, b::bigint', names: ['a'] },
    { sql: 'select $1::text, b::bigint', names: ['a'] },
  ],
  [
    'string literals in SQL are left unchanged',
    "select 'at 12:30, in :list[], it''s :b, wait for update', :a",
    { sql: "select 'at 12:30, in :list[], it''s :b, wait for update', ?", names: ['a'] },
    { sql: "select 'at 12:30, in :list[], it''s :b, wait for update', $1", names: ['a'] },
  ],
  [
    'a list is bound as one parameter',
    'select 1 where x in :xs[] and y not in :ys[]',
    {
      sql: 'select 1 where x in (select value from json_each(?)) and y not in (select value from json_each(?))',
      names: ['xs', 'ys'],
    },
    { sql: 'select 1 where x = any($1::text[]) and y <> all($2::text[])', names: ['xs', 'ys'] },
  ],
  [
    'a row lock is left out on SQLite',
    'select a from t where id = :id for update of t limit 1',
    { sql: 'select a from t where id = ? limit 1', names: ['id'] },
    { sql: 'select a from t where id = $1 for update of t limit 1', names: ['id'] },
  ],
  [
    '`for update skip locked` is left out on SQLite',
    'select a from t limit 1 for update skip locked',
    { sql: 'select a from t limit 1', names: [] },
    { sql: 'select a from t limit 1 for update skip locked', names: [] },
  ],
  [
    'a shared row lock is left out on SQLite',
    'select a from t where id = :id for key share',
    { sql: 'select a from t where id = ?', names: ['id'] },
    { sql: 'select a from t where id = $1 for key share', names: ['id'] },
  ],
  [
    'a row lock on its own line is left out on SQLite',
    'select a from t\n  for update',
    { sql: 'select a from t', names: [] },
    { sql: 'select a from t\n  for update', names: [] },
  ],
];

for (const [what, text, sqlite, postgres] of cases) {
  test(what, () => {
    assert.deepEqual(compileStatement(text, 'sqlite'), sqlite);
    assert.deepEqual(compileStatement(text, 'postgres'), postgres);
  });
}

test('a limit is compiled so that SQLite does not recompile the statement for its value', () => {
  assert.deepEqual(compileStatement('select 1 limit :limit offset :offset', 'sqlite'), {
    sql: 'select 1 limit ? + 0 offset ?',
    names: ['limit', 'offset'],
  });
  assert.equal(compileStatement('select :limit', 'sqlite').sql, 'select ?');
});

test('dynamicStatement returns the same statement for the same text', () => {
  assert.equal(dynamicStatement('select 1'), dynamicStatement('select 1'));
  assert.notEqual(dynamicStatement('select 1'), dynamicStatement('select 2'));
});

test('only strings, finite numbers, null, bytes and lists can be bound as parameters', () => {
  const encode = (list: readonly string[]) => list.join();
  const bytes = new Uint8Array([1]);
  assert.deepEqual(
    binder(['a', 'b', 'c', 'd', 'e'], encode)({ a: 'x', b: 1.5, c: null, d: bytes, e: ['y', 'z'] }),
    ['x', 1.5, null, bytes, 'y,z'],
  );
  for (const value of [new Date(), undefined, Number.NaN, Number.POSITIVE_INFINITY, true, 1n, {}, () => {}]) {
    assert.throws(() => binder(['a'], encode)({ a: value }), TypeError, String(value));
  }
  assert.throws(() => binder(['missing'], encode)({}), TypeError);
  assert.deepEqual(binder(['p1', 'p0'], encode, { takesList: true })(['x', 'y']), ['y', 'x']);
  assert.throws(() => binder(['p2'], encode, { takesList: true })(['x', 'y']), TypeError);
});

onEveryEngine('a statement', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  const find = statement<{ names: string[] }, { name: string }>(
    'select name from schema_migrations where name in :names[] order by version',
  );
  const others = statement<{ names: string[] }, { name: string }>(
    'select name from schema_migrations where name not in :names[] order by version',
  );

  test('`in :list[]` matches lists of any length and content', async () => {
    for (const queries of [db.reads, db.workerReads]) {
      assert.deepEqual(await queries.list(find, { names: [] }), []);
      const odd = ["'", '"', '{}', '[1]', 'null', ',', '\\', 'tickets'];
      assert.deepEqual(
        (await queries.list(find, { names: odd })).map(({ name }) => name),
        ['tickets'],
      );
      const rest = (await queries.list(others, { names: ['tickets'] })).map(({ name }) => name);
      assert.ok(rest.length > 0 && !rest.includes('tickets'));
    }
  });

  test('a Date parameter is an error and is not stored as NULL', async () => {
    const write = statement<{ at: Date }>('update schema_migrations set applied_at = :at');
    await assert.rejects(
      db.transaction((tx) => tx.run(write, { at: new Date() })),
      TypeError,
    );
  });
});
