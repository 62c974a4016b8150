import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupIds } from './group-tickets.ts';

test('groups follow the given order, unknown ones follow, and those without a value come last', () => {
  const values: Record<string, string> = { a: 'ben', b: 'none', c: 'anna', d: 'ben', e: 'guest' };
  assert.deepEqual(
    groupIds(['a', 'b', 'c', 'd', 'e'], (id) => values[id], ['anna', 'ben', 'carl']),
    [
      { value: 'anna', ids: ['c'] },
      { value: 'ben', ids: ['a', 'd'] },
      { value: 'guest', ids: ['e'] },
      { value: 'none', ids: ['b'] },
    ],
  );
});
