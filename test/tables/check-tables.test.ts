// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the checked sources are strings
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { findForeignTables } from '../../scripts/check-tables.ts';
import type { ForeignTables } from '../../scripts/tables/foreign-tables.ts';

const migrations = {
  'migrations/0001-start.sql':
    'create table users (id text, name text, secret text); create table sessions (id text, user_id text);',
  'migrations/0002-more.sql': `create table notes (id text, author_id text); alter table notes add column text text;
    alter table notes rename to tickets; create table gone (id text); drop table gone;`,
};
const owners = {
  'src/users/tables.ts': "export const tables = { users: 'id name', private: 'sessions' };",
  'src/tickets/tables.ts': "export const tables = { tickets: 'id' };",
};
const readers = {
  'src/tickets/ticket-store.ts': 'statement(`select u.name from users u where u.id = :id`)',
  'src/stats/stats-store.ts': "statement('select count(id) from tickets')",
};

const problems: Record<string, [file: string, source: string, problem: RegExp]> = {
  'a write': ['src/tickets/user-store.ts', "statement('update users set name = :name')", /writes users/],
  'an insert by name': [
    'src/tickets/user-store.ts',
    "insertMany(tx, 'users', columns, rows)",
    /writes users/,
  ],
  'a delete': [
    'src/stats/purge-store.ts',
    "statement('delete from tickets where id = :id')",
    /writes tickets/,
  ],
  'a read from below': [
    'src/users/user-store.ts',
    'statement(`select count(*) from tickets t where t.id = :id`)',
    /reads tickets, a table of the higher module tickets/,
  ],
  'a column that is not published': [
    'src/tickets/people-store.ts',
    'statement(`select u.secret from users u`)',
    /reads users\.secret/,
  ],
  'a column without alias': [
    'src/tickets/people-store.ts',
    "statement('select secret from users')",
    /reads users\.secret/,
  ],
  'a column in another literal than its table': [
    'src/tickets/people-store.ts',
    "const columns = 'u.id, u.secret'; dynamicStatement(`select ${columns} from users u`)",
    /reads users\.secret/,
  ],
  'a table of which nothing is published': [
    'src/tickets/people-store.ts',
    'dynamicStatement(`select 1 from ${more}, sessions s`)',
    /reads sessions, of which users publishes no column/,
  ],
  'a table of a list': [
    'src/tickets/people-store.ts',
    "pagedList({ from: 'sessions s', where })",
    /reads sessions, of which users publishes no column/,
  ],
  'a joined table in a fragment': [
    'src/tickets/ticket-query.ts',
    "const isSignedIn = 'exists (select 1 from tickets t join sessions s on s.user_id = t.id)'",
    /reads sessions/,
  ],
};

for (const [what, [file, source, problem]] of Object.entries(problems)) {
  test(`${what} is refused if it belongs to another module`, async (t) => {
    const found = await checkTree(t, { ...readers, [file]: source });
    assert.match(found[0] ?? '', problem);
    assert.ok(found.every((line) => line.startsWith(file)));
  });
}

test('own tables, published columns of lower modules and fragments that an owner exports are allowed', async (t) => {
  const files = {
    'src/users/user-store.ts':
      "export const isKnown = 'exists (select 1 from sessions where user_id = u.id)'",
    'src/tickets/people-store.ts': 'statement(`select u.id from users u where ${isKnown}`)',
    'src/config/variables.ts': "const help = 'Removes people from sessions.'",
  };
  assert.deepEqual(await checkTree(t, { ...readers, ...files }), []);
});

test('a table of the migrations without an owner is refused, and an owned table that none creates', async (t) => {
  const found = await checkTree(t, {
    ...readers,
    'migrations/0003-labels.sql': 'create table labels (id text)',
    'src/audit/tables.ts': "export const tables = { private: 'gone' };",
  });
  assert.match(found[0] ?? '', /^labels has no owner/);
  assert.match(found[1] ?? '', /^src\/audit\/tables\.ts owns gone, which no migration creates/);
});

test('a published column that no other module reads is refused', async (t) => {
  const { 'src/stats/stats-store.ts': _, ...others } = readers;
  assert.match((await checkTree(t, others))[0] ?? '', /publishes tickets\.id, which no other module reads/);
});

test('a listed exception is allowed, and refused once nothing needs it', async (t) => {
  const file = 'src/users/user-store.ts';
  const listed = { [file]: { tickets: 'counts them' } };
  const reading = { ...readers, [file]: "statement('select id from tickets')" };
  assert.deepEqual(await checkTree(t, reading, listed), []);
  assert.match((await checkTree(t, readers, listed))[0] ?? '', /no longer needs it/);
});

async function checkTree(t: TestContext, files: Record<string, string>, exceptions: ForeignTables = {}) {
  const root = mkdtempSync(path.join(tmpdir(), 'docket-tables-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries({ ...migrations, ...owners, ...files })) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  const found = await findForeignTables(root, exceptions);
  return found.map(({ location, problem }) => `${location} ${problem}`);
}
