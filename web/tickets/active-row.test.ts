import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActiveRow, type Step } from './active-row.ts';

const walk = (active: ActiveRow, ...steps: Step[]) => steps.map((step) => active.step(step));

test('the first step goes to the first ticket, and steps end at the edges', () => {
  const active = new ActiveRow();
  active.show([['a', 'b', 'c']]);
  assert.equal(active.id, undefined);
  assert.deepEqual(walk(active, 'next', 'next', 'next', 'next', 'previous', 'first', 'previous', 'last'), [
    'a',
    'b',
    'c',
    undefined,
    'b',
    'a',
    undefined,
    'c',
  ]);
});

test('left and right keep the height and pass over empty columns', () => {
  const active = new ActiveRow();
  active.show([['a1', 'a2', 'a3'], [], ['c1', 'c2'], ['d1', 'd2', 'd3']]);
  active.activate('a3');
  assert.deepEqual(walk(active, 'right', 'right', 'right', 'left', 'left', 'left'), [
    'c2',
    'd2',
    undefined,
    'c2',
    'a2',
    undefined,
  ]);
});

test('the active ticket stays active while it moves, also to another column', () => {
  const active = new ActiveRow();
  active.show([['a', 'b', 'c'], []]);
  active.activate('b');
  assert.equal(active.show([['b', 'c', 'a'], []]), false);
  assert.equal(active.show([['c', 'a'], ['b']]), false);
  assert.equal(active.id, 'b');
  assert.deepEqual(active.find('b'), { column: 1, index: 0 });
});

test('the row that takes the place of a vanished one becomes active, at the end the last one', () => {
  const active = new ActiveRow();
  active.show([['a', 'b', 'c']]);
  active.activate('b');
  assert.equal(active.show([['a', 'c']]), true);
  assert.equal(active.id, 'c');
  assert.equal(active.show([['a']]), true);
  assert.equal(active.id, 'a');
  active.show([[]]);
  assert.equal(active.id, undefined);
});

test('a board whose active column becomes empty goes on in the first column with tickets', () => {
  const active = new ActiveRow();
  active.show([['a'], ['b']]);
  active.activate('b');
  assert.equal(active.show([['a'], []]), true);
  assert.equal(active.id, 'a');
});

test('a list that is shown again does not choose a ticket by itself', () => {
  const active = new ActiveRow();
  assert.equal(active.show([['a', 'b']]), false);
  assert.equal(active.id, undefined);
});

test('a ticket that is not shown cannot become active', () => {
  const active = new ActiveRow();
  active.show([['a']]);
  active.activate('a');
  active.activate('unknown');
  assert.equal(active.id, 'a');
});

test('without an active ticket Tab leads to the first one, also after another became the first', () => {
  const active = new ActiveRow();
  let heard = 0;
  active.subscribe(() => heard++);
  active.show([[], ['a', 'b']]);
  assert.equal(active.tabStop, 'a');
  active.show([[], ['b', 'a']]);
  assert.equal(active.tabStop, 'b');
  assert.equal(heard, 2);
});

test('listeners hear of a new active ticket only', () => {
  const active = new ActiveRow();
  active.show([['a', 'b']]);
  let heard = 0;
  const stop = active.subscribe(() => heard++);
  active.activate('a');
  active.activate('a');
  active.show([['b', 'a']]);
  assert.equal(heard, 1);
  stop();
  active.activate('b');
  assert.equal(heard, 1);
});
