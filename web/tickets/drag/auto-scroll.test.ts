import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrollStep } from './auto-scroll.ts';

test('nothing scrolls while the pointer is in the middle', () => {
  assert.equal(scrollStep(400, 0, 800), 0);
  assert.equal(scrollStep(60, 0, 800), 0);
});

test('the nearer the edge, the faster, in both directions', () => {
  const steps = [50, 30, 10, 0].map((y) => scrollStep(y, 0, 800));
  assert.deepEqual(
    steps,
    [...steps].sort((a, b) => b - a),
  );
  assert.equal(steps.at(-1), -18);
  assert.equal(scrollStep(800, 0, 800), 18);
});

test('beyond the edge it does not become faster, and a small area keeps a middle that rests', () => {
  assert.equal(scrollStep(-500, 0, 800), -18);
  assert.equal(scrollStep(20, 0, 40), 0);
  assert.equal(scrollStep(5, 0, 0), 0);
});
