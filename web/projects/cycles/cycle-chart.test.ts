import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeCycles, toCycleChart } from './cycle-chart.ts';

const amount = (tickets: number) => ({ tickets, estimate: 0 });
const day = (date: string, scope: number, completed: number) => ({
  ...{ date, scope: amount(scope), completed: amount(completed) },
  ...{ added: amount(0), removed: amount(0) },
});
const days = [day('2026-11-02', 8, 0), day('2026-11-03', 10, 3)];

test('the axis of a cycle ends on its last day, where the target reaches the scope', () => {
  const chart = toCycleChart({ days, endsAt: '2026-11-06T12:00:00.000Z' });
  assert.deepEqual(chart.dates, ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06']);
  assert.deepEqual(chart.scope, [8, 10, null, null, null]);
  assert.deepEqual(chart.completed, [0, 3, null, null, null]);
  assert.deepEqual(chart.target, [0, 2.5, 5, 7.5, 10]);
});

test('a cycle without an end has no target and ends today', () => {
  const chart = toCycleChart({ days });
  assert.deepEqual(chart.dates, ['2026-11-02', '2026-11-03']);
  assert.equal(chart.target, undefined);
});

test('cycles are arranged by the present moment', () => {
  const cycle = (startsAt?: string, endsAt?: string) => ({ startsAt, endsAt });
  const [oldest, last] = [cycle('2026-09-01', '2026-09-14'), cycle('2026-10-01', '2026-10-14')];
  const running = cycle('2026-11-01', '2026-11-14');
  const [next, later, undated] = [cycle('2026-11-15', '2026-11-28'), cycle('2026-12-01'), cycle()];
  const arranged = arrangeCycles([undated, later, next, running, last, oldest], Date.parse('2026-11-05'));
  assert.deepEqual(arranged, {
    ...{ current: [running], next: [next], later: [later], past: [last, oldest], undated: [undated] },
  });
});
