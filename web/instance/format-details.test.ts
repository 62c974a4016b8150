import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDetails } from './format-details.ts';

test('details of an audit entry are one line of words', () => {
  assert.equal(
    formatDetails({ project: 'PAY', from: null, to: 'viewer', uninvited: true, isRotated: false }),
    'project: PAY, to: viewer, uninvited',
  );
  assert.equal(formatDetails({ by: 'password', sessionsEnded: 2 }), 'by: password, sessions ended: 2');
  assert.equal(formatDetails({}), '');
});
