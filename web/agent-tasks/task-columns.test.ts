import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupTasks, taskColumn } from './task-columns.ts';

const at = (minute: number) => `2026-11-15T10:${String(minute).padStart(2, '0')}:00.000Z`;

test('tasks that timed out or were cancelled stand with the failed ones', () => {
  assert.equal(taskColumn({ state: 'timed_out' }), 'failed');
  assert.equal(taskColumn({ state: 'cancelled' }), 'failed');
  assert.equal(taskColumn({ state: 'completed' }), 'completed');
});

test('a held task has its own column', () => {
  assert.equal(taskColumn({ state: 'queued', heldReason: 'The project has reached its limit.' }), 'held');
});

test('waiting tasks stand in the order in which they wait, finished ones with the latest first', () => {
  const task = (id: string, state: 'queued' | 'completed', minute: number) => ({
    id,
    state,
    createdAt: at(minute),
    updatedAt: at(minute),
  });
  const columns = groupTasks([
    task('second', 'queued', 2),
    task('first', 'queued', 1),
    task('older', 'completed', 3),
    task('newer', 'completed', 4),
  ]);
  assert.deepEqual(
    columns.queued.map(({ id }) => id),
    ['first', 'second'],
  );
  assert.deepEqual(
    columns.completed.map(({ id }) => id),
    ['newer', 'older'],
  );
  assert.deepEqual(columns.failed, []);
});
