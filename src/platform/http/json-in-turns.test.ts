import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeListsInTurns } from './json-in-turns.ts';

test('lists that are encoded in turns of the event loop are the JSON of all of them', async () => {
  const items = Array.from({ length: 120 }, (_, index) => ({ index, text: 'ä "quoted" 🎫' }));
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const json = await encodeListsInTurns({ data: items, none: [], former: items.values().map(() => null) });
  clearImmediate(next);
  assert.deepEqual(JSON.parse(json.toString()), { data: items, none: [], former: items.map(() => null) });
  assert.ok(turns >= 4, `${turns} turns`);
});
