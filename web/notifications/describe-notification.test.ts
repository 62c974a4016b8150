import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notification } from '../../sdk/index.ts';
import { notifications as german } from '../messages/de/notifications.ts';
import { loadLateMessages, m } from '../messages/index.ts';
import { describeNotification, nameMentions } from './describe-notification.ts';

const ticket = { id: '1', key: 'PAY-2', title: 'Refund (part) of all' };
const told = (kind: string, type: string, message: string) =>
  describeNotification({
    ...{ kind, type, message, ticket },
    ...{ actor: { id: 'b', name: 'Priya Raman' }, project: { id: 'p', name: 'Payments', key: 'PAY' } },
  } as Notification);

test('the sentence of a notification does not repeat its ticket, and is whole without it', async () => {
  // The messages are in their default language until one is chosen.
  void loadLateMessages;
  Object.assign(m, { notifications: (await import('../messages/en/notifications.ts')).notifications });
  const named = 'PAY-2 Refund (part) of all';
  assert.equal(
    told('assignment', 'ticket.assigned', `Priya Raman assigned ${named} to you`),
    'Priya Raman assigned this to you',
  );
  assert.equal(told('mention', 'comment.created', ''), 'Priya Raman mentioned you');
  assert.equal(told('reply', 'comment.created', ''), 'Priya Raman replied in a thread of yours');
  assert.equal(told('update', 'comment.created', ''), 'Priya Raman commented');
  assert.equal(
    told('update', 'ticket.updated', `Priya Raman changed status, due date of ${named}`),
    'Priya Raman changed status, due date',
  );
  assert.equal(
    told('update', 'ticket.updated', `Priya Raman restored ${named}`),
    'Priya Raman restored this',
  );
  assert.equal(
    told('update', 'attachment.created', `Priya Raman attached plan to b.pdf to ${named}`),
    'Priya Raman attached plan to b.pdf',
  );
  assert.equal(told('project_invite', 'member.added', ''), 'Priya Raman added you to Payments');
  assert.equal(german.sentences.assigned('Priya Raman'), 'Priya Raman hat dir das zugewiesen');
});

test('a mention is shown with the name of the person', () => {
  const mentions = [{ written: 'ada', name: 'Ada Lovelace' }];
  assert.equal(nameMentions('Look, @Ada. And @adam', mentions), 'Look, @Ada Lovelace. And @adam');
});
