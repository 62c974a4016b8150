import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notification } from '../../sdk/index.ts';
import { groupNotifications, messageWithoutTicket } from './group-notifications.ts';

const notification = (id: string, ticketId: string | null, read = false) =>
  ({ id, read, ticket: ticketId && { id: ticketId, title: ticketId } }) as Notification;

test('notifications of one ticket are one entry, at the place of the newest', () => {
  const entries = groupNotifications([
    notification('5', 'a', true),
    notification('4', 'b'),
    notification('3', null),
    notification('2', 'a'),
    notification('1', null),
  ]);
  assert.deepEqual(
    entries.map(({ newest, earlier, isRead }) => [newest.id, earlier.map(({ id }) => id), isRead]),
    [
      ['5', ['2'], false],
      ['4', [], false],
      ['3', [], false],
      ['1', [], false],
    ],
  );
});

test('an entry is read when all its notifications are', () => {
  const [entry] = groupNotifications([notification('2', 'a', true), notification('1', 'a', true)]);
  assert.equal(entry?.isRead, true);
});

test('the sentence of a notification does not repeat its ticket', () => {
  const ticket = { id: '1', key: 'PAY-2', title: 'Refund (part)' };
  const short = (message: string) => messageWithoutTicket({ message, ticket });
  assert.equal(short('Ben changed status of PAY-2 Refund (part)'), 'Ben changed status');
  assert.equal(short('Ben assigned PAY-2 Refund (part) to you'), 'Ben assigned to you');
  assert.equal(short('Something else'), 'Something else');
});
