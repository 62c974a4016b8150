import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankEntries } from './rank-entries.ts';

const entries = ['Board', 'New ticket', 'Go to My work', 'Work of today', 'Übersicht'].map((name) => ({
  id: name,
  name,
  ...(name === 'Board' && { words: 'kanban columns' }),
}));
const find = (text: string) => rankEntries(entries, text).map(({ name }) => name);

test('every word of the text must begin a word of the entry', () => {
  assert.deepEqual(find('tick'), ['New ticket']);
  assert.deepEqual(find('my go'), ['Go to My work']);
  assert.deepEqual(find('icket'), []);
});

test('further words find an entry too', () => assert.deepEqual(find('KANB'), ['Board']));

test('entries that begin with the text come first', () => {
  assert.deepEqual(find('work'), ['Work of today', 'Go to My work']);
});

test('accents and case make no difference', () => assert.deepEqual(find('ubers'), ['Übersicht']));

test('without text every entry is offered in its order', () =>
  assert.equal(find('  ').length, entries.length));
