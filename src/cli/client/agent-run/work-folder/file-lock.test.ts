import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { tryLock } from './file-lock.ts';
import { identifyProcess } from './process-identity.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'docket-lock-'));
after(() => rmSync(folder, { recursive: true }));

test('a lock has one holder at a time', () => {
  const place = path.join(folder, 'one');
  const first = tryLock(place);
  assert.ok(first);
  assert.equal(tryLock(place), undefined);
  first.release();
  const second = tryLock(place);
  assert.ok(second);
  assert.equal(tryLock(place), undefined);
  assert.equal(readdirSync(place).length, 1);
});

test('the lock of a process that is gone, or whose number another process has, is free', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  const holder = identifyProcess(child.pid as number);
  for (const [name, content, isFree] of [
    ['running', holder, false],
    ['reused', { ...holder, started: '1' }, true],
    ['other host', { ...holder, host: 'elsewhere', started: '1' }, false],
  ] as const) {
    const place = path.join(folder, name);
    tryLock(place)?.release();
    writeFileSync(path.join(place, 'lock.1'), JSON.stringify(content));
    assert.equal(tryLock(place) !== undefined, isFree, name);
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.ok(tryLock(path.join(folder, 'running')));
});

test('of processes that find the lock of a killed one at the same time, one gets it', async () => {
  const place = path.join(folder, 'race');
  tryLock(place)?.release();
  writeFileSync(
    path.join(place, 'lock.1'),
    JSON.stringify({ ...identifyProcess(process.pid), started: '1' }),
  );
  const module = path.join(import.meta.dirname, 'file-lock.ts');
  const script = `const { tryLock } = await import(${JSON.stringify(module)}); console.log(tryLock(${JSON.stringify(place)}) ? 'held' : 'taken'); await new Promise((end) => process.stdin.on('end', end).resume());`;
  const contenders = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const answers = contenders.map((child) => text(child.stdout));
  await Promise.all(contenders.map((child) => once(child.stdout, 'data')));
  for (const child of contenders) child.stdin.end();
  assert.deepEqual((await Promise.all(answers)).sort(), ['held\n', 'taken\n', 'taken\n', 'taken\n']);
});
