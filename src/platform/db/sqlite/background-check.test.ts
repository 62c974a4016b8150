import assert from 'node:assert/strict';
import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { BackgroundCheck } from './background-check.ts';

test('a check ends when the write-ahead log gets long, goes on when it is short, and finds the damage', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'large.db');
  const db = new DatabaseSync(file);
  t.after(() => db.close());
  db.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table texts (text blob)');
  const insert = db.prepare('insert into texts values (randomblob(4000))');
  for (let written = 0; written < 200; written++) insert.run();
  db.exec('pragma wal_checkpoint(truncate)');
  damageMiddle(file, 100);

  let fault: string | undefined;
  const limits = { largerThan: 0, logBytesMax: 50_000, pollMs: 5, restMs: 5 };
  const check = new BackgroundCheck(file, (found) => (fault = found), limits);
  t.after(() => check.stop());
  assert.ok(check.isRunning);
  for (let written = 0; written < 20; written++) insert.run();
  while (check.isRunning) await wait(5);
  assert.equal(fault, undefined);
  db.exec('pragma wal_checkpoint(truncate)');
  while (fault === undefined) await wait(5);
  assert.match(fault, /page|btree|malformed/i);
});

function damageMiddle(file: string, page: number): void {
  const pageBytes = 4_096;
  writeSync(openSync(file, 'r+'), Buffer.alloc(pageBytes, 0xff), 0, pageBytes, page * pageBytes);
}
