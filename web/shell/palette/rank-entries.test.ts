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

test('without text every entry is offered in its order', () => {
  const mixed = [
    { id: 'a', name: 'A', also: 'B' },
    { id: 'c', name: 'C' },
  ];
  assert.deepEqual(
    rankEntries(mixed, ' ').map(({ id }) => id),
    ['a', 'c'],
  );
  assert.equal(find('  ').length, entries.length);
});

test('exactly the name comes before a longer name, and that before single words', () => {
  const names = ['Work of today', 'Change work', 'Work'].map((name) => ({ id: name, name }));
  const found = rankEntries(names, 'work').map(({ name }) => name);
  assert.deepEqual(found, ['Work', 'Work of today', 'Change work']);
});

test('of entries that match as well, those that are used more come first', () => {
  const used = (id: string) => (id === 'Work of today' ? 0 : 3);
  assert.deepEqual(rankEntries(entries, '', used)[0]?.name, 'Board');
  assert.deepEqual(rankEntries(entries, '', (id) => (id === 'Übersicht' ? 1 : 0))[0]?.name, 'Übersicht');
  assert.deepEqual(
    rankEntries(entries, 'work', used).map(({ name }) => name),
    ['Work of today', 'Go to My work'],
  );
});
