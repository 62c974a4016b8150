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

test('names and words of Docket are translated, words of people are not', () => {
  const words = {
    names: { to: 'nach', scopes: 'Rechte' },
    values: { to: { member: 'Mitglied' }, scopes: { read: 'lesen', write: 'schreiben' } },
  };
  assert.equal(
    formatDetails({ to: 'member', scopes: 'read write', name: 'member' }, undefined, words),
    'nach: Mitglied, Rechte: lesen schreiben, name: member',
  );
});

test('what is named by its id is shown by its name, and once', () => {
  const nameOf = (id: string) => (id === '7' ? 'Payments' : undefined);
  assert.equal(formatDetails({ projectId: '7', to: 'admin' }, nameOf), 'project: Payments, to: admin');
  assert.equal(formatDetails({ projectId: '7', project: 'PAY' }, nameOf), 'project: PAY');
  assert.equal(formatDetails({ userId: '8' }, nameOf), 'user: 8');
});
