import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applySuggestion } from './apply-suggestion.ts';
import { offersAt } from './offers-at.ts';

const items = ['todo', 'testing', 'done'].map((text) => ({ text }));
const answer = { filter: 'status = t', position: 10, from: 9, to: 10, items };
const textsAt = (text: string, caret = text.length) =>
  offersAt(answer, text, caret)?.items.map((item) => item.text);

test('an answer for the text and the caret is taken as it is', () => {
  assert.deepEqual(offersAt(answer, 'status = t', 10), { from: 9, to: 10, items });
});

test('while the same word is typed on, the former answer offers what still fits', () => {
  assert.deepEqual(textsAt('status = te'), ['testing']);
  assert.deepEqual(offersAt(answer, 'status = TES', 12), { from: 9, to: 12, items: [items[1]] });
});

test('another word or another beginning needs another answer', () => {
  assert.equal(textsAt('status = todo and'), undefined);
  assert.equal(textsAt('stage = te'), undefined);
  assert.equal(textsAt('status = t', 4), undefined);
  assert.equal(offersAt(undefined, '', 0), undefined);
});

test('a suggestion leaves the caret where the next word is typed', () => {
  assert.deepEqual(applySuggestion('status = t', answer, 'todo'), { text: 'status = todo ', caret: 14 });
  assert.deepEqual(applySuggestion('st = todo', { from: 0, to: 2 }, 'status'), {
    text: 'status = todo',
    caret: 7,
  });
  assert.deepEqual(applySuggestion('status in ', { from: 10, to: 10 }, '('), {
    text: 'status in (',
    caret: 11,
  });
  assert.deepEqual(applySuggestion('status in (todo ', { from: 16, to: 16 }, ','), {
    text: 'status in (todo, ',
    caret: 17,
  });
});
