import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TicketRow } from '../../replica/index.ts';
import { findCached, mergeFound } from './find-tickets.ts';

const row = (key: string, title: string, updatedAt = '2026-11-01') =>
  ({ id: key, key, title, updatedAt, projectId: key.split('-')[0] }) as TicketRow;
const rows = [
  row('PAY-1', 'Refund twice'),
  row('PAY-12', 'Wrong rate', '2026-11-02'),
  row('APP-1', 'Refund button'),
];

test('held tickets are found by words of key and title, the exact key first', () => {
  assert.deepEqual(
    findCached(rows, 'pay-1', undefined).map(({ id }) => id),
    ['PAY-1', 'PAY-12'],
  );
  assert.deepEqual(
    findCached(rows, 'refund', undefined).map(({ id }) => id),
    ['PAY-1', 'APP-1'],
  );
});

test('without words the latest tickets of the project are offered', () => {
  assert.deepEqual(
    findCached(rows, '', 'PAY').map(({ id }) => id),
    ['PAY-12', 'PAY-1'],
  );
});

test('what the server found follows what was found here, each once', () => {
  assert.deepEqual(
    mergeFound([rows[0] as TicketRow], rows).map(({ id }) => id),
    ['PAY-1', 'PAY-12', 'APP-1'],
  );
});
