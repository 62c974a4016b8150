import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSnoozed } from './take-over-snoozed.ts';

test('what the browser kept is read, and anything else ignored', () => {
  assert.deepEqual(parseSnoozed('{"a":{"untilMs":1,"newestId":"n"},"b":{"untilMs":"x"},"c":null}'), {
    a: { untilMs: 1, newestId: 'n' },
  });
  for (const text of [null, '', 'null', '[]', '{']) assert.deepEqual(parseSnoozed(text), {});
});
