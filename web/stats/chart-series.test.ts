import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Forecast } from '../../sdk/index.ts';
import { sinceBirth, toBurnUp, toFlow, withForecast } from './chart-series.ts';

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

test('the forecast goes on from what is done and from the scope, which grows too', () => {
  const flowDay = (date: string, completed: number, arrived: number) => ({
    date,
    completed: { low: 0, p50: completed, high: completed + 1 },
    arrived: { low: 0, p50: arrived, high: arrived + 2 },
    open: { p50: 4, p85: 4, p95: 4 },
  });
  const forecast: Forecast = {
    ...{ timezone: 'UTC', remaining: 4, done: {}, days: [] },
    history: { from: '2026-10-01', to: '2026-11-01', completed: 30 },
    flow: {
      ...{ verdict: 'growing', endingRuns: 2, done: {} },
      history: {
        ...{ from: '2026-10-01', to: '2026-11-01', arrived: 30, completed: 30 },
        ...{ arrivedPerWeek: 7, completedPerWeek: 7 },
      },
      days: [flowDay('2026-11-02', 1, 1), flowDay('2026-11-03', 4, 5)],
    },
  };
  const chart = withForecast(days, toBurnUp(days), forecast);
  assert.deepEqual(chart.dates, ['2026-11-01', '2026-11-02', '2026-11-03']);
  assert.deepEqual(chart.scope, [7, 8, null]);
  assert.deepEqual(chart.done, [3, 4, null]);
  assert.deepEqual(chart.expectedScope, [null, 8, 13]);
  assert.deepEqual(chart.expected, [null, 4, 8]);
  assert.deepEqual(chart.scopeRange, { low: [null, 8, 8], high: [null, 8, 15] });
  assert.deepEqual(chart.doneRange, { low: [null, 4, 4], high: [null, 4, 9] });
  const flow = forecast.flow && { ...forecast.flow, verdict: 'nothing_open' as const };
  const without = withForecast(days, toBurnUp(days), { ...forecast, flow } as Forecast);
  assert.deepEqual(without.expected, [null, null]);
});

test('charts begin with the project, or with the first ticket of an import', () => {
  const none = { backlog: 0, todo: 0, in_progress: 0, in_review: 0, done: 0, cancelled: 0 };
  const before = { ...day('2026-10-31', 0), byStatus: none };
  assert.deepEqual(sinceBirth([before, ...days], '2026-11-02'), days);
  assert.deepEqual(sinceBirth([before, ...days], '2026-10-31'), [before, ...days]);
  assert.deepEqual(sinceBirth([before], '2026-11-02'), [before]);
});
