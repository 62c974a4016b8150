import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markRanges } from './mark-ranges.ts';

const marked = (text: string, ranges: number[][]) =>
  markRanges({ text, ranges })
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

test('the matches of an excerpt are parts of their own, and the text stays whole', () => {
  assert.equal(
    marked('The invoice rate', [
      [4, 11],
      [12, 16],
    ]),
    'The [invoice] [rate]',
  );
  assert.equal(marked('<b>rate</b>', [[3, 7]]), '<b>[rate]</b>');
  assert.equal(marked('rate', []), 'rate');
  assert.equal(marked('rate', [[0, 4]]), '[rate]');
});

test('ranges that overlap or leave the text are ignored', () => {
  assert.equal(
    marked('rate', [
      [0, 2],
      [1, 3],
      [3, 9],
      [2, 2],
    ]),
    '[ra]te',
  );
});
