import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { docket, docketAsProgram, newFolder } from './docket.ts';

const fileIn = (folder: string) => path.join(folder, 'docket.db');

test('a file that is not a database exits with 65 and is not changed', async () => {
  const DATA_DIR = newFolder();
  writeFileSync(fileIn(DATA_DIR), 'once upon a time');
  const { code, stderr } = await docket(['user', 'list'], { DATA_DIR });
  assert.equal(code, 65);
  assert.match(stderr, /is not a SQLite database/);
  assert.equal(readFileSync(fileIn(DATA_DIR), 'utf8'), 'once upon a time');
});

test('a damaged database exits with 65, explains how to restore it and is not changed', async () => {
  const DATA_DIR = newFolder();
  assert.equal((await docket(['migrate'], { DATA_DIR })).code, 0);
  const bytes = readFileSync(fileIn(DATA_DIR));
  bytes.fill(0xff, 4096, 40_960);
  writeFileSync(fileIn(DATA_DIR), bytes);
  const { code, stderr } = await docket(['user', 'list'], { DATA_DIR });
  assert.equal(code, 65);
  assert.match(stderr, /is damaged .*restore a backup/s);
  assert.doesNotMatch(stderr, /\n\s+at /);
  assert.ok(readFileSync(fileIn(DATA_DIR)).equals(bytes));
});

test('an empty file and a file that was cut off exit with 65 and are not changed', async () => {
  const DATA_DIR = newFolder();
  assert.equal((await docket(['migrate'], { DATA_DIR })).code, 0);
  const whole = readFileSync(fileIn(DATA_DIR));
  for (const size of [0, whole.length / 2]) {
    writeFileSync(fileIn(DATA_DIR), whole.subarray(0, size));
    const { code, stderr } = await docket(['user', 'list'], { DATA_DIR });
    assert.equal(code, 65, stderr);
    assert.match(stderr, /is damaged .*restore a backup/s);
    assert.equal(readFileSync(fileIn(DATA_DIR)).length, size);
  }
});

test('a database of a newer Docket exits with 65', async () => {
  const DATA_DIR = newFolder();
  await docket(['migrate'], { DATA_DIR });
  const connection = new DatabaseSync(fileIn(DATA_DIR));
  connection.exec("insert into schema_migrations values (9999, 'from-the-future', 0)");
  connection.close();
  for (const args of [['serve'], ['user', 'list'], ['migrate']]) {
    const { code, stderr } = await docket(args, { DATA_DIR });
    assert.equal(code, 65, args.join(' '));
    assert.match(stderr, /newer Docket \(schema 9999/);
  }
});

test('an unreachable PostgreSQL exits with 69 and its password is not printed', async () => {
  const { code, stderr } = await docketAsProgram(['user', 'list'], {
    DATABASE_URL: 'postgres://docket:hush@127.0.0.1:1/docket',
  });
  assert.equal(code, 69);
  assert.match(stderr, /PostgreSQL at 127\.0\.0\.1:1 does not answer: .*ECONNREFUSED.*DATABASE_URL/);
  assert.doesNotMatch(stderr, /hush/);
});

const url = process.env.TEST_DATABASE_URL;

test('a PostgreSQL that refuses the login exits with 69', {
  skip: url ? false : 'no PostgreSQL',
}, async () => {
  const missing = new URL(url as string);
  missing.pathname = '/docket_nobody_made_this';
  const { code, stderr } = await docket(['migrate'], { DATABASE_URL: missing.href });
  assert.equal(code, 69);
  assert.match(stderr, /docket_nobody_made_this.* does not exist/);
});

// For other users a missing permission is reported first.
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

test('a DATA_DIR that cannot be created exits with 78', { skip: !isRoot }, async () => {
  const { code, stderr } = await docket(['user', 'list'], { DATA_DIR: '/proc/docket/data' });
  assert.equal(code, 78);
  assert.match(
    stderr,
    /DATA_DIR is "\/proc\/docket\/data", but a folder cannot be created at \/proc\/docket\./,
  );
});

test('a DATA_DIR that is a file exits with 78', async () => {
  const file = path.join(newFolder(), 'data');
  writeFileSync(file, '');
  const { code, stderr } = await docket(['user', 'list'], { DATA_DIR: file });
  assert.equal(code, 78);
  assert.match(stderr, /DATA_DIR is .*is not a folder/);
});

test('a DATA_DIR without permission exits with 77 and is named', async () => {
  const { code, stderr } = await docket(['user', 'list'], { DATA_DIR: forbiddenFolder() });
  assert.equal(code, 77);
  assert.match(stderr, /No permission to read and write .*DATA_DIR is/);
});

/** A folder without write permission. For root only folders of the kernel are read-only. */
function forbiddenFolder(): string {
  if (process.getuid?.() === 0) return '/sys/docket-data';
  const folder = path.join(newFolder(), 'data');
  mkdirSync(folder);
  chmodSync(folder, 0o500);
  return folder;
}
