import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OwnStatus, statusFilters, statusPatch, statusValue } from './own-statuses.ts';

const qa = '018f0000-0000-7000-8000-000000000001';
const entry = (own: Partial<OwnStatus> & Pick<OwnStatus, 'status'>): OwnStatus => ({
  name: null,
  color: null,
  hidden: false,
  ...own,
});
const statuses = [
  entry({ status: 'todo' }),
  entry({ status: 'in_review' }),
  entry({ id: qa, status: 'in_review', name: 'QA' }),
];

test('a ticket moves to an own status with its status, and back to the status itself', () => {
  assert.deepEqual(statusPatch(qa, statuses), { status: 'in_review', ownStatusId: qa });
  assert.deepEqual(statusPatch('in_review', statuses), { status: 'in_review', ownStatusId: null });
  assert.deepEqual(statusPatch('todo', statuses), { status: 'todo' }, 'nothing was added for it');
  assert.deepEqual(statusPatch('todo', undefined), { status: 'todo' });
  assert.deepEqual(statusPatch('in_review', undefined, [{ ownStatusId: qa }]), {
    status: 'in_review',
    ownStatusId: null,
  });
});

test('the column of a status leaves the tickets of its own statuses to their columns', () => {
  assert.deepEqual(statusFilters(qa, statuses), { status: ['in_review'], ownStatus: [qa] });
  assert.deepEqual(statusFilters('in_review', statuses), { status: ['in_review'], ownStatus: ['none'] });
  assert.deepEqual(statusFilters('todo', statuses), { status: ['todo'] });
  assert.equal(statusValue({ status: 'in_review', ownStatusId: qa }), qa);
  assert.equal(statusValue({ status: 'todo', ownStatusId: null }), 'todo');
});
