import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findByTyping } from './find-by-typing.ts';

const items = ['Assign to me', 'Status', 'Priority', 'Stage', 'Ärger melden'];
const nothing = { text: '', at: 0 };

test('a letter marks the first item that begins with it', () => {
  assert.equal(findByTyping(items, -1, nothing, 's', 1_000).index, 1);
});

test('letters in quick succession make one text', () => {
  const first = findByTyping(items, -1, nothing, 's', 1_000);
  const second = findByTyping(items, first.index, first.typed, 't', 1_100);
  assert.equal(findByTyping(items, second.index, second.typed, 'a', 1_200).index, 1);
  const third = findByTyping(items, second.index, { text: 'sta', at: 1_200 }, 'g', 1_300);
  assert.equal(third.index, 3);
});

test('the same letter again goes on to the next item and round', () => {
  const first = findByTyping(items, -1, nothing, 's', 1_000);
  const second = findByTyping(items, first.index, first.typed, 's', 1_100);
  const third = findByTyping(items, second.index, second.typed, 's', 1_200);
  assert.deepEqual([first.index, second.index, third.index], [1, 3, 1]);
});

test('after a pause a new text begins', () => {
  const first = findByTyping(items, -1, nothing, 's', 1_000);
  assert.equal(findByTyping(items, first.index, first.typed, 'p', 2_000).index, 2);
});

test('large and small letters are the same', () => {
  assert.equal(findByTyping(items, -1, nothing, 'Ä', 1_000).index, 4);
});

test('a letter that no item begins with marks none', () => {
  assert.equal(findByTyping(items, 0, nothing, 'z', 1_000).index, -1);
});
