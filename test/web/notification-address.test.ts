import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notification } from '../../sdk/index.ts';
import { draftPush } from '../../src/notifications/push/send-pushes.ts';
import { addressOf } from '../../web/notifications/describe-notification.ts';

const ticket = { id: 't', key: 'PAY-2', title: 'Refund' };
const project = { id: 'p', name: 'Payments', key: 'PAY' };
const comment = { id: 'c', excerpt: 'Look' };
const task = { id: 'k', title: 'Mend it' };

const cases: [string, object, string][] = [
  ['a ticket', { ticket, project }, '/t/PAY-2'],
  ['a ticket without a key', { ticket: { id: 't', title: 'Refund' } }, '/t/t'],
  ['a comment', { ticket, project, comment }, '/t/PAY-2?comment=c'],
  ['a task of an agent', { ticket, project, task }, '/t/PAY-2?task=k'],
  ['a comment on a task', { ticket, project, comment, task }, '/t/PAY-2?comment=c'],
  ['a task without a ticket', { project, task }, '/p/PAY/board'],
  ['a project', { project }, '/p/PAY/board'],
  ['nothing that is left', {}, '/inbox'],
];

for (const [name, about, address] of cases) {
  test(`a notification of ${name} and its push open at the same address`, () => {
    assert.equal(addressOf(about as Notification), address);
    const due = {
      ...{ subscriptionId: 's', notificationId: 'n', userId: 'u', target: '', attempts: 0 },
      ...{ kind: 'update', eventType: 'ticket.updated', ticketId: null, readAt: null, createdAt: 0 },
      data: JSON.stringify({ message: '', actor: null, ...about }),
    };
    assert.equal(draftPush(due as Parameters<typeof draftPush>[0]).path, address);
  });
}
