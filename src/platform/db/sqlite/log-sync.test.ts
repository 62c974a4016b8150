import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { DatabaseUnavailable } from '../database.ts';
import { LogSync } from './log-sync.ts';

test('after the write-ahead log once failed to reach the disk, no commit is acknowledged', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const log = new LogSync(path.join(folder, 'data.db'));
  log.assertWorks();
  await assert.rejects(log.sync(), DatabaseUnavailable);
  writeFileSync(path.join(folder, 'data.db-wal'), 'there again');
  await assert.rejects(log.sync(), DatabaseUnavailable);
  assert.throws(() => log.assertWorks(), DatabaseUnavailable);
  log.close();
});
