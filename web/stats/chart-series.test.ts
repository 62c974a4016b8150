import assert from 'node:assert/strict';
import { test } from 'node:test';
import { burnUpOf, flowOf } from './chart-series.ts';

const day = (date: string, done: number, cancelled = 0) => ({
  date,
  created: 0,
  completed: 0,
  byStatus: { backlog: 2, todo: 1, in_progress: 1, in_review: 0, done, cancelled },
});
const days = [day('2026-11-01', 3), day('2026-11-02', 4, 5)];

test('the burn-up counts everything but cancelled tickets as scope', () => {
  assert.deepEqual(burnUpOf(days), { scope: [7, 8], done: [3, 4] });
});

test('the cumulative flow has finished tickets at the bottom and the backlog on top', () => {
  const flow = flowOf(days);
  assert.deepEqual(flow[0], { status: 'done', values: [3, 4] });
  assert.deepEqual(flow.at(-1), { status: 'backlog', values: [2, 2] });
});
