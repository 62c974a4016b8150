import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { shortenLog } from './sqlite-checkpoint.ts';

const framesMax = 200;
const pageBytes = 4_096;

/** Reads without a pause; each read holds its snapshot for some milliseconds. */
const readerSource = `
  const { DatabaseSync } = require('node:sqlite');
  const { workerData, parentPort } = require('node:worker_threads');
  const db = new DatabaseSync(workerData.file, { readOnly: true, timeout: 1000 });
  parentPort.postMessage('ready');
  for (;;) {
    db.exec('begin');
    db.prepare('select count(*) from texts').get();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.holdMs);
    db.exec('commit');
  }`;

test('the write-ahead log stays short while reads always overlap', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'log.db');
  const db = new DatabaseSync(file);
  db.exec('pragma journal_mode = wal; pragma synchronous = off; pragma wal_autocheckpoint = 100');
  db.exec('create table texts (text blob)');
  const readers = [7, 11].map(
    (holdMs) => new Worker(readerSource, { eval: true, workerData: { file, holdMs } }),
  );
  t.after(() => Promise.all(readers.map((reader) => reader.terminate())));
  await Promise.all(readers.map((reader) => new Promise((resolve) => reader.once('message', resolve))));

  const insert = db.prepare('insert into texts values (randomblob(4000))');
  for (let written = 0; written < 10 * framesMax; written += 10) {
    db.exec('begin');
    for (let i = 0; i < 10; i++) insert.run();
    db.exec('commit');
    shortenLog(db, { framesMax, readersTimeoutMs: 500 });
  }

  const { size } = statSync(`${file}-wal`);
  assert.ok(size < 4 * framesMax * pageBytes, `the log has ${size} bytes`);
});
