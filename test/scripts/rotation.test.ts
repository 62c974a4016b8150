import assert from 'node:assert/strict';
import test from 'node:test';
import { isDue, runsAll } from '../support/rotation.ts';

test('each case of a rotated list runs on one of four days, and every day with npm run test:all', () => {
  const cases = Array.from({ length: 10 }, (_, index) => index);
  for (const day of [0, 20_774, 20_999]) {
    const runs = cases.map((index) => [0, 1, 2, 3].filter((later) => isDue(index, 4, day + later)).length);
    assert.deepEqual(new Set(runs), new Set([runsAll ? 4 : 1]));
  }
});
