import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapAt, gapOfPosition, gapOneStep, gapTop, isInGap, placeInGap } from './drop-place.ts';

const ids = ['a', 'b', 'c', 'd'];
const set = (...moved: string[]) => new Set(moved);
const cards = [
  { index: 5, start: 500, size: 90 },
  { index: 6, start: 600, size: 60 },
  { index: 7, start: 670, size: 100 },
];

test('the middle of a card decides whether a drop comes before or after it', () => {
  assert.equal(gapAt(cards, 500), 5);
  assert.equal(gapAt(cards, 544), 5);
  assert.equal(gapAt(cards, 546), 6);
  assert.equal(gapAt(cards, 629), 6);
  assert.equal(gapAt(cards, 631), 7);
});

test('below the last drawn card a drop comes after it, and in an empty column first', () => {
  assert.equal(gapAt(cards, 5_000), 8);
  assert.equal(gapAt([], 40), 0);
});

test('the line is drawn in the middle of the gap', () => {
  assert.equal(gapTop(cards, 6, 8), 596);
  assert.equal(gapTop(cards, 8, 8), 774);
  assert.equal(gapTop([], 0, 8), 0);
});

test('a drop names the card above that stays, and at the top the card below', () => {
  assert.deepEqual(placeInGap(ids, 2, set('x')), { after: 'b' });
  assert.deepEqual(placeInGap(ids, 4, set('x')), { after: 'd' });
  assert.deepEqual(placeInGap(ids, 0, set('x')), { before: 'a' });
  assert.deepEqual(placeInGap([], 0, set('x')), {});
});

test('a moved card is never its own neighbour', () => {
  assert.deepEqual(placeInGap(ids, 2, set('b')), { after: 'a' });
  assert.deepEqual(placeInGap(ids, 1, set('a')), { before: 'b' });
  assert.deepEqual(placeInGap(ids, 3, set('b', 'c')), { after: 'a' });
  assert.deepEqual(placeInGap(['a'], 1, set('a')), {});
});

test('a card dropped on either side of its own place does not move', () => {
  assert.equal(isInGap(ids, 1, ['b']), true);
  assert.equal(isInGap(ids, 2, ['b']), true);
  assert.equal(isInGap(ids, 3, ['b']), false);
  assert.equal(isInGap(ids, 0, ['b']), false);
  assert.equal(isInGap(ids, 0, ['x']), false);
});

test('several cards stay only if they already lie together in their order', () => {
  assert.equal(isInGap(ids, 2, ['b', 'c']), true);
  assert.equal(isInGap(ids, 3, ['b', 'c']), true);
  assert.equal(isInGap(ids, 2, ['b', 'd']), false);
});

test('a position counts from 1 among the cards that stay', () => {
  assert.equal(gapOfPosition(ids, 1, set('c')), 0);
  assert.equal(gapOfPosition(ids, 3, set('a')), 3);
  assert.equal(gapOfPosition(ids, 4, set('a')), 4);
  assert.equal(gapOfPosition(ids, 99, set('x')), 4);
  assert.equal(gapOfPosition([], 1, set('x')), 0);
});

test('one step up or down passes one neighbour and ends at the edges', () => {
  assert.deepEqual(placeInGap(ids, gapOneStep(ids, 'c', 'up') ?? -1, set('c')), { after: 'a' });
  assert.deepEqual(placeInGap(ids, gapOneStep(ids, 'b', 'down') ?? -1, set('b')), { after: 'c' });
  assert.equal(gapOneStep(ids, 'a', 'up'), undefined);
  assert.equal(gapOneStep(ids, 'd', 'down'), undefined);
  assert.equal(gapOneStep(ids, 'x', 'down'), undefined);
});
