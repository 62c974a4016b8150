import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairShare } from './fair-share.ts';

/** Takes places until there is no room, and returns how many. */
function takeAll(share: FairShare, ownerId: string): number {
  let taken = 0;
  for (; share.roomOf(ownerId) > 0; taken++) share.take(ownerId);
  return taken;
}

test('one owner gets a third of the places, and each later one less, but never none', () => {
  const share = new FairShare(500);
  const taken = Array.from({ length: 8 }, (_, owner) => takeAll(share, `${owner}`));
  assert.equal(taken[0], 167);
  assert.deepEqual(
    taken,
    taken.toSorted((a, b) => b - a),
  );
  assert.ok(taken.every((places) => places > 0));
  assert.ok(share.total < 500);
});

test('the room of an owner is the number of places that they may take one after the other', () => {
  const share = new FairShare(100);
  share.take('a');
  for (const owner of ['a', 'b', 'c']) assert.equal(share.roomOf(owner), takeAll(share, owner));
});

test('places that are left are free again', () => {
  const share = new FairShare(9);
  const taken = takeAll(share, 'a');
  for (let i = 0; i < taken; i++) share.leave('a');
  assert.deepEqual([share.total, share.roomOf('a')], [0, taken]);
});
