import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOfLanes, splitIntoLanes } from './lanes.ts';

const assignees: Record<string, string> = { t1: 'ben', t2: 'ada', t3: 'ada', t5: 'ben' };
const laneOf = (id: string) => assignees[id] ?? null;
const columns = [['t1', 't2', 't4'], ['t3'], ['t5', 't6']];

test('lanes keep the order of their columns, and tickets without a value come last', () => {
  const lanes = splitIntoLanes(columns, laneOf, (a, b) => a.localeCompare(b));
  assert.deepEqual(lanes, [
    { value: 'ada', cells: [['t2'], ['t3'], []], count: 2 },
    { value: 'ben', cells: [['t1'], [], ['t5']], count: 2 },
    { value: null, cells: [['t4'], [], ['t6']], count: 2 },
  ]);
});

test('keys walk through the cells of a column from lane to lane', () => {
  const lanes = splitIntoLanes(columns, laneOf, (a, b) => a.localeCompare(b));
  assert.deepEqual(columnsOfLanes(lanes, 3), [['t2', 't1', 't4'], ['t3'], ['t5', 't6']]);
});

test('a board without tickets has no lanes', () => {
  assert.deepEqual(
    splitIntoLanes([[], []], laneOf, () => 0),
    [],
  );
});
