import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Selection } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const idsOf = (selection: Selection) => [...selection.ids].sort();

test('toggling selects and deselects', () => {
  const selection = new Selection();
  selection.toggle('a');
  selection.toggle('b');
  selection.toggle('a');
  assert.deepEqual(idsOf(selection), ['b']);
});

test('extending selects from the last toggled ticket in both directions', () => {
  const selection = new Selection();
  selection.toggle('c');
  selection.extendTo('e', order);
  assert.deepEqual(idsOf(selection), ['c', 'd', 'e']);
  selection.extendTo('b', order);
  assert.deepEqual(idsOf(selection), ['b', 'c', 'd', 'e']);
});

test('extending without a start selects the one ticket', () => {
  const selection = new Selection();
  selection.extendTo('d', order);
  assert.deepEqual(idsOf(selection), ['d']);
});

test('tickets that leave the list leave the selection', () => {
  const selection = new Selection();
  selection.add(['a', 'b', 'c']);
  selection.keepOnly([['a'], ['c', 'd']]);
  assert.deepEqual(idsOf(selection), ['a', 'c']);
});

test('listeners hear only of changes', () => {
  const selection = new Selection();
  let heard = 0;
  selection.subscribe(() => heard++);
  selection.clear();
  selection.keepOnly([['a']]);
  assert.equal(heard, 0);
  selection.add(['a']);
  selection.clear();
  assert.equal(heard, 2);
});
