import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notification } from '../../sdk/index.ts';
import { groupNotifications } from './group-notifications.ts';

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

test('what can no longer be opened counts as read, and what may no longer be seen is left out', () => {
  const gone = { ...notification('2', 'a'), isGone: true };
  const hidden = { ...notification('1', null), isGone: true };
  const entries = groupNotifications([gone, hidden]);
  assert.deepEqual(
    entries.map(({ id, isRead }) => [id, isRead]),
    [['a', true]],
  );
});
