import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TicketRow } from '../../../replica/index.ts';
import { putBack } from './put-back.ts';

const row = { status: 'done', assigneeId: null, labelIds: ['api', 'later'] } as unknown as TicketRow;

test('a change is taken back by the former value', () => {
  assert.deepEqual(putBack({ field: 'status', from: 'todo', to: 'done' }, row), { status: 'todo' });
  assert.deepEqual(putBack({ field: 'assigneeId', from: 'ada', to: null }, row), { assigneeId: 'ada' });
});

test('what already has the former value cannot be put back', () => {
  assert.equal(putBack({ field: 'status', from: 'done', to: 'todo' }, row), undefined);
  assert.equal(putBack({ field: 'blocks', from: null, to: 'pay-3' }, row), undefined);
});

test('putting labels back keeps those that were added later', () => {
  assert.deepEqual(putBack({ field: 'labelIds', from: ['bug'], to: ['api'] }, row), {
    labelIds: ['later', 'bug'],
  });
  assert.deepEqual(putBack({ field: 'labelIds', from: [], to: ['api'] }, row), { labelIds: ['later'] });
  assert.equal(putBack({ field: 'labelIds', from: ['api'], to: ['api', 'gone'] }, row), undefined);
});
