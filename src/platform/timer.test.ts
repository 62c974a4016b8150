import assert from 'node:assert/strict';
import { test } from 'node:test';
import { throttle } from './timer.ts';

test('throttle runs the first call at once and all calls within the time as one run at its end', () => {
  let runs = 0;
  let pass = () => {};
  const call = throttle(
    20,
    () => runs++,
    (ms, work) => {
      assert.equal(ms, 20);
      pass = work;
      return () => {};
    },
  );
  call();
  assert.equal(runs, 1);
  call();
  call();
  assert.equal(runs, 1);
  pass();
  assert.equal(runs, 2);
  pass();
  assert.equal(runs, 2);
  call();
  assert.equal(runs, 3);
});
