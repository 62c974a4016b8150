import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeAttempts } from './attempt-axis.ts';

const created = '2026-11-15T12:00:00Z';
const after = (seconds: number) => new Date(Date.parse(created) + seconds * 1_000).toISOString();

test('attempts stand in order between the event and the last of them', () => {
  const { points, next, ticks } = placeAttempts(created, [after(0), after(5), after(35)], after(335));
  assert.equal(points[0], 0);
  assert.ok(points.every((point, index) => index === 0 || point > (points[index - 1] ?? 0)));
  assert.equal(next, 1);
  assert.deepEqual(
    ticks.map(({ ms }) => ms),
    [1_000, 10_000, 60_000],
  );
});

test('early attempts do not lie on top of each other', () => {
  const { points } = placeAttempts(created, [after(0), after(5), after(86_400)], undefined);
  assert.ok((points[1] ?? 0) > 0.1);
});
