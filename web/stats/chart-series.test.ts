import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBurnUp, toFlow, withForecast } from './chart-series.ts';

const day = (date: string, done: number, cancelled = 0) => ({
  date,
  created: 0,
  completed: 0,
  byStatus: { backlog: 2, todo: 1, in_progress: 1, in_review: 0, done, cancelled },
});
const days = [day('2026-11-01', 3), day('2026-11-02', 4, 5)];

test('the burn-up counts everything but cancelled tickets as scope', () => {
  assert.deepEqual(toBurnUp(days), { scope: [7, 8], done: [3, 4] });
});

test('the cumulative flow has finished tickets at the bottom and the backlog on top', () => {
  const flow = toFlow(days);
  assert.deepEqual(flow[0], { status: 'done', values: [3, 4] });
  assert.deepEqual(flow.at(-1), { status: 'backlog', values: [2, 2] });
});

test('the forecast goes on from what is done, and not beyond the scope', () => {
  const forecast = {
    ...{ timezone: 'UTC', remaining: 4, done: {} },
    history: { from: '2026-10-01', to: '2026-11-01', completed: 30 },
    days: [
      { date: '2026-11-02', p50: 1, p85: 0, p95: 0 },
      { date: '2026-11-03', p50: 9, p85: 1, p95: 0 },
      { date: '2026-11-04', p50: 9, p85: 9, p95: 9 },
    ],
  };
  const chart = withForecast(days, toBurnUp(days), forecast);
  assert.deepEqual(chart.dates, ['2026-11-01', '2026-11-02', '2026-11-03']);
  assert.deepEqual(chart.scope, [7, 8, 8]);
  assert.deepEqual(chart.done, [3, 4, null]);
  assert.deepEqual(chart.expected, [null, 4, 8]);
  assert.deepEqual(chart.likely, [null, 4, 5]);
  const without = withForecast(days, toBurnUp(days), { ...forecast, remaining: 0 });
  assert.deepEqual(without.expected, [null, null]);
});
