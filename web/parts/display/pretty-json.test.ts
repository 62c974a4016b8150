import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prettyJson } from './pretty-json.ts';

test('JSON gets line breaks, as a value and as text', () => {
  assert.equal(prettyJson({ a: 1 }).text, '{\n  "a": 1\n}');
  assert.equal(prettyJson('{"a":1}').text, '{\n  "a": 1\n}');
});

test('text that is no JSON stays as it is', () => {
  assert.deepEqual(prettyJson('<h1>Bad gateway</h1>'), { text: '<h1>Bad gateway</h1>', isCut: false });
});

test('a long text is cut off', () => {
  const { text, isCut } = prettyJson('x'.repeat(100_000));
  assert.ok(isCut);
  assert.equal(text.length, 60_000);
});
