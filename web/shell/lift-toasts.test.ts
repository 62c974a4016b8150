import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liftAbove } from './lift-toasts.ts';

const toast = { left: 1_000, right: 1_400, top: 820, bottom: 880 };
const bar = { left: 500, right: 1_200, top: 840, bottom: 884 };

test('a toast stays where it is if it covers nothing', () => {
  assert.equal(
    liftAbove(toast, [
      { ...bar, right: 1_000 },
      { ...bar, top: 880, bottom: 900 },
    ]),
    0,
  );
});

test('a toast rises above what it would cover, and above what it would cover there', () => {
  assert.equal(liftAbove(toast, [bar]), 48);
  const field = { left: 1_300, right: 1_500, top: 700, bottom: 790 };
  for (const others of [
    [bar, field],
    [field, bar],
  ])
    assert.equal(liftAbove(toast, others), 188);
});

test('an element that is not shown lifts nothing', () => {
  assert.equal(liftAbove(toast, [{ left: 1_100, right: 1_100, top: 850, bottom: 850 }]), 0);
});
