import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedQueue } from './bounded-queue.ts';

test('no more jobs run at once than allowed, in the order of their arrival, and one too many is refused', async () => {
  const queue = new BoundedQueue({ running: 2, waiting: 3 });
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const start = (n: number) =>
    queue.run(() => {
      started.push(n);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const jobs = [1, 2, 3, 4, 5].map(start);
  await assert.rejects(start(6), { code: 'UNAVAILABLE' });
  assert.deepEqual(started, [1, 2]);
  for (let ended = 0; ended < jobs.length; ended++) {
    ends[ended]?.();
    await jobs[ended];
    assert.deepEqual(started, [1, 2, 3, 4, 5].slice(0, Math.min(ended + 3, 5)));
  }
});

test('a job that fails gives its place to the next', async () => {
  const queue = new BoundedQueue({ running: 1, waiting: 1 });
  const failing = queue.run(() => Promise.reject(new Error('no')));
  const next = queue.run(async () => 'done');
  await assert.rejects(failing, /no/);
  assert.equal(await next, 'done');
});
