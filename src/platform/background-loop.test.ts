import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ManualTimers } from '../../test/support/manual-timers.ts';
import { BackgroundLoop, type LoopOptions } from './background-loop.ts';

test('a started loop waits for its interval before the first step', async () => {
  const { loop, timers } = newLoop({ intervalMs: 1_000 });
  loop.start();
  timers.advance(999);
  assert.deepEqual(loop.stats(), { state: 'waiting', lagMs: 0, runs: 0, failures: 0 });
  timers.advance(1);
  assert.deepEqual(loop.stats(), { state: 'running', lagMs: 0, runs: 1, failures: 0 });
});

test('a loop with a subscription runs at start and on each notification', async () => {
  const subscribers = new Set<() => void>();
  const subscribe = (wake: () => void) => {
    subscribers.add(wake);
    return () => void subscribers.delete(wake);
  };
  const { loop, end } = newLoop({ subscribe });
  loop.start();
  await end();
  assert.equal(loop.stats().runs, 1);
  for (const notify of subscribers) notify();
  assert.equal(loop.stats().runs, 2);
  await Promise.all([loop.stop(), end()]);
  assert.equal(subscribers.size, 0);
});

test('the interval counts from the end of a step', async () => {
  const { loop, timers, end } = newLoop({ intervalMs: 1_000 });
  loop.start();
  timers.advance(1_000);
  timers.advance(700);
  assert.deepEqual(timers.delaysMs, []);
  await end();
  assert.deepEqual(timers.delaysMs, [1_000]);
  assert.equal(loop.stats().state, 'waiting');
});

test('a wake-up starts a waiting loop at once and cancels its timer', () => {
  const { loop, timers } = newLoop({ intervalMs: 1_000 });
  loop.start();
  loop.wake();
  assert.equal(loop.stats().state, 'running');
  assert.deepEqual(timers.delaysMs, []);
});

test('wake-ups during a step cause one further step, never two at the same time', async () => {
  const { loop, end, atOnce } = newLoop({});
  loop.start();
  loop.wake();
  loop.wake();
  loop.wake();
  assert.equal(loop.stats().runs, 1);
  await end();
  assert.deepEqual([loop.stats().runs, loop.stats().state], [2, 'running']);
  await end();
  assert.deepEqual([loop.stats().runs, loop.stats().state], [2, 'waiting']);
  assert.equal(atOnce(), 1);
});

test('a step that reports more work is followed by the next at once', async () => {
  const { loop, end } = newLoop({});
  loop.start();
  loop.wake();
  await end(true);
  assert.deepEqual([loop.stats().runs, loop.stats().state], [2, 'running']);
});

test('a failing step is retried after an exponential back-off, whatever wakes the loop meanwhile', async () => {
  const { loop, timers, fail } = newLoop({});
  loop.start();
  loop.wake();
  for (const delayMs of [1_000, 2_000, 4_000, 5_000, 5_000]) {
    loop.wake();
    await fail();
    assert.equal(loop.stats().state, 'backing off');
    loop.wake();
    assert.equal(loop.stats().state, 'backing off');
    assert.deepEqual(timers.delaysMs, [delayMs]);
    timers.advance(delayMs);
    assert.equal(loop.stats().state, 'running');
  }
  assert.deepEqual(loop.stats(), { state: 'running', lagMs: 0, runs: 6, failures: 5 });
});

test('the back-off of a loop with a long interval grows up to that interval', async () => {
  const { loop, timers, fail } = newLoop({ intervalMs: 60_000 });
  loop.start();
  loop.wake();
  for (const delayMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]) {
    await fail();
    assert.deepEqual(timers.delaysMs, [delayMs]);
    timers.advance(delayMs);
  }
});

test('jitter takes off up to half of a back-off', async () => {
  const { loop, timers, fail } = newLoop({});
  timers.random = () => 0.5;
  loop.start();
  loop.wake();
  await fail();
  assert.deepEqual(timers.delaysMs, [750]);
});

test('consecutive failures are logged once and the recovery once', async () => {
  const { loop, timers, end, fail, logged } = newLoop({});
  loop.start();
  loop.wake();
  for (let failures = 1; failures <= 3; failures++) {
    await fail();
    timers.advance(5_000);
  }
  await end();
  loop.wake();
  await end();
  loop.wake();
  await fail();
  assert.deepEqual(logged, [
    'error: Background loop "test" failed; retrying',
    'info: Background loop "test" recovered',
    'error: Background loop "test" failed; retrying',
  ]);
});

test('a step that throws before its first await counts as failed', async () => {
  const { loop, logged } = newLoop({
    step: () => {
      throw new Error('Broken');
    },
  });
  loop.start();
  loop.wake();
  await nextTurn();
  assert.deepEqual([loop.stats().state, logged.length], ['backing off', 1]);
});

test('the lag is the time between being due and starting', async () => {
  const { loop, timers, end } = newLoop({ intervalMs: 1_000 });
  loop.start();
  timers.block(1_030);
  timers.advance(0);
  assert.equal(loop.stats().lagMs, 30);
  timers.advance(50);
  loop.wake();
  timers.advance(200);
  await end();
  assert.equal(loop.stats().lagMs, 200);
});

test('stop waits for the running step, whose signal is aborted, and no step follows', async () => {
  const { loop, timers, end, signals } = newLoop({ intervalMs: 1_000 });
  loop.start();
  loop.wake();
  loop.wake();
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  await nextTurn();
  assert.deepEqual([loop.stats().state, isStopped, signals[0]?.aborted], ['stopping', false, true]);
  await end(true);
  await stopped;
  loop.wake();
  assert.deepEqual([loop.stats().state, loop.stats().runs, timers.delaysMs], ['stopped', 1, []]);
});

test('stop ends a waiting or backing off loop at once', async () => {
  const { loop, timers, fail } = newLoop({ intervalMs: 1_000 });
  loop.start();
  await loop.stop();
  assert.deepEqual([loop.stats().state, timers.delaysMs], ['stopped', []]);
  loop.start();
  loop.wake();
  await fail();
  await loop.stop();
  assert.deepEqual([loop.stats().state, timers.delaysMs], ['stopped', []]);
});

test('a failure during stop is not logged', async () => {
  const { loop, fail, logged } = newLoop({});
  loop.start();
  loop.wake();
  await Promise.all([loop.stop(), fail()]);
  assert.deepEqual([loop.stats().state, logged], ['stopped', []]);
});

test('a stopped loop can be started again, a started one only once', async () => {
  const { loop, timers, signals } = newLoop({ intervalMs: 1_000 });
  loop.start();
  await loop.stop();
  loop.start();
  loop.start();
  assert.deepEqual(timers.delaysMs, [1_000]);
  timers.advance(1_000);
  assert.deepEqual([loop.stats().runs, signals[0]?.aborted], [1, false]);
});

/** A loop whose steps last until the test ends them. */
function newLoop(options: Partial<LoopOptions>) {
  const timers = new ManualTimers();
  const logged: string[] = [];
  const signals: AbortSignal[] = [];
  const steps: PromiseWithResolvers<boolean>[] = [];
  let most = 0;
  const loop = new BackgroundLoop({
    name: 'test',
    step: (signal) => {
      const step = Promise.withResolvers<boolean>();
      steps.push(step);
      signals.push(signal);
      most = Math.max(most, steps.length);
      return step.promise;
    },
    logger: {
      error: (_, message) => logged.push(`error: ${message}`),
      info: (_, message) => logged.push(`info: ${message}`),
    },
    timers,
    ...options,
  });
  const end = async (hasMore = false) => {
    steps.shift()?.resolve(hasMore);
    await nextTurn();
  };
  const fail = async () => {
    steps.shift()?.reject(new Error('Broken'));
    await nextTurn();
  };
  return { loop, timers, logged, signals, end, fail, atOnce: () => most };
}
