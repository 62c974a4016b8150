import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { LogShortener } from './checkpoint.ts';

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

/** Commits as often as it gets the lock, which it polls for every millisecond, and counts. */
const writerSource = `
  const { DatabaseSync } = require('node:sqlite');
  const { workerData, parentPort } = require('node:worker_threads');
  const db = new DatabaseSync(workerData.file, { timeout: 0 });
  parentPort.postMessage('ready');
  for (;;) {
    try {
      db.exec("begin immediate; insert into texts values ('a'); commit");
      Atomics.add(workerData.commits, 0, 1);
    } catch {}
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }`;

const newLog = (t: TestContext) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'log.db');
  const db = new DatabaseSync(file);
  db.exec('pragma journal_mode = wal; pragma synchronous = off; pragma wal_autocheckpoint = 100');
  db.exec('create table texts (text blob)');
  return { file, db, insert: db.prepare('insert into texts values (randomblob(4000))') };
};

test('a reader that stays for long does not keep writers from their turn', async (t) => {
  const { file, db, insert } = newLog(t);
  const reader = new DatabaseSync(file, { readOnly: true });
  t.after(() => reader.close());
  reader.exec('begin');
  reader.prepare('select count(*) from texts').get();
  for (let written = 0; written < 8 * framesMax; written++) insert.run();
  const commits = new Int32Array(new SharedArrayBuffer(4));
  const writer = new Worker(writerSource, { eval: true, workerData: { file, commits } });
  t.after(() => writer.terminate());
  await once(writer, 'message');

  const shortener = new LogShortener(db, { framesMax, readersTimeoutMs: 50 });
  const before = Atomics.load(commits, 0);
  shortener.shorten();
  const during = Atomics.load(commits, 0) - before;
  assert.ok(during >= 4, `${during} commits between the tries`);

  const prepare = t.mock.method(db, 'prepare');
  shortener.shorten();
  assert.equal(prepare.mock.callCount(), 0, 'rests before it tries again');
});

test('the write-ahead log stays short while reads always overlap', async (t) => {
  const { file, db, insert } = newLog(t);
  const readers = [7, 11].map(
    (holdMs) => new Worker(readerSource, { eval: true, workerData: { file, holdMs } }),
  );
  t.after(() => Promise.all(readers.map((reader) => reader.terminate())));
  await Promise.all(readers.map((reader) => new Promise((resolve) => reader.once('message', resolve))));

  const shortener = new LogShortener(db, { framesMax, readersTimeoutMs: 500 });
  for (let written = 0; written < 10 * framesMax; written += 10) {
    db.exec('begin');
    for (let i = 0; i < 10; i++) insert.run();
    db.exec('commit');
    shortener.shorten();
  }

  const { size } = statSync(`${file}-wal`);
  assert.ok(size < 4 * framesMax * pageBytes, `the log has ${size} bytes`);
});
