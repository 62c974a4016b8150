import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTicketFields } from './new-ticket-fields.ts';

const label = '018f3c4e-0000-7000-8000-000000000001';

test('a filter with one value is given to the new ticket', () => {
  assert.deepEqual(newTicketFields('p', { assignee: 'me', priority: 'high', type: 'BUG', label }), {
    projectId: 'p',
    assigneeId: 'me',
    priority: 'high',
    type: 'BUG',
    labelIds: [label],
  });
});

test('a filter with several values, or for tickets without one, decides nothing', () => {
  assert.deepEqual(newTicketFields('p', { assignee: 'none', priority: 'high,low', search: 'login' }), {
    projectId: 'p',
  });
});
