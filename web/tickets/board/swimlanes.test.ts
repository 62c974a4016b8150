import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOfSwimlanes, splitIntoSwimlanes } from './swimlanes.ts';

const assignees: Record<string, string> = { t1: 'ben', t2: 'ada', t3: 'ada', t5: 'ben' };
const swimlaneOf = (id: string) => assignees[id] ?? null;
const columns = [['t1', 't2', 't4'], ['t3'], ['t5', 't6']];

test('swimlanes keep the order of their columns, and tickets without a value come last', () => {
  const swimlanes = splitIntoSwimlanes(columns, swimlaneOf, (a, b) => a.localeCompare(b));
  assert.deepEqual(swimlanes, [
    { value: 'ada', cells: [['t2'], ['t3'], []], count: 2 },
    { value: 'ben', cells: [['t1'], [], ['t5']], count: 2 },
    { value: null, cells: [['t4'], [], ['t6']], count: 2 },
  ]);
});

test('keys walk through the cells of a column from swimlane to swimlane', () => {
  const swimlanes = splitIntoSwimlanes(columns, swimlaneOf, (a, b) => a.localeCompare(b));
  assert.deepEqual(columnsOfSwimlanes(swimlanes, 3), [['t2', 't1', 't4'], ['t3'], ['t5', 't6']]);
});

test('a board without tickets has no swimlanes', () => {
  assert.deepEqual(
    splitIntoSwimlanes([[], []], swimlaneOf, () => 0),
    [],
  );
});
