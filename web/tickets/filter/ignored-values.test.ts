import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listIgnoredValues } from './ignored-values.ts';

test('values of an address that no filter can have are named, and the others are not', () => {
  const raw = {
    status: 'foo,todo',
    assignee: 'me',
    dueBefore: '2026-02-31',
    dueAfter: '2026-02-01',
    overdue: 'maybe',
    noDueDate: true,
    ready: 'false',
    search: 'anything',
    filter: 'status = foo',
    surprise: 'x',
    project: 'PAY',
  };
  assert.deepEqual(listIgnoredValues(raw), [
    { name: 'status', value: 'foo' },
    { name: 'dueBefore', value: '2026-02-31' },
    { name: 'overdue', value: 'maybe' },
  ]);
});
