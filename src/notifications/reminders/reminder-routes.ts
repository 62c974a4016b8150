import type { FastifyInstance } from 'fastify';
import { id, timestamp } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { toIso } from '../../platform/instant.ts';
import { Type } from '../../platform/schema.ts';
import { canReadTicket, getTicketFor, ticketKey, ticketRef } from '../../tickets/index.ts';
import { requirePermission } from '../../users/index.ts';
import { listReminders, type ReminderOfTicket, removeReminder, setReminder } from './reminders.ts';

const Reminder = Type.Object(
  {
    id: id(),
    remindAt: timestamp(),
    ticket: Type.Object(
      {
        id: id(),
        title: Type.String({ examples: ['The invoice shows yesterday’s rate'] }),
        key: Type.Optional(Type.String({ examples: ['PAY-12'] })),
      },
      { title: 'RemindedTicket' },
    ),
    createdAt: timestamp(),
  },
  { title: 'Reminder' },
);

const present = (reminder: ReminderOfTicket) => {
  const key = ticketKey(reminder.projectKey, reminder.number);
  return {
    id: reminder.id,
    remindAt: toIso(reminder.remindAt),
    ticket: { id: reminder.ticketId, title: reminder.title, ...(key !== undefined && { key }) },
    createdAt: toIso(reminder.createdAt),
  };
};

const params = Type.Object({ id: ticketRef });
const mayRead = requirePermission(getTicketFor, canReadTicket);

export function addReminderRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Notifications', access: 'signed-in' });
  router.get('/api/user/reminders', {
    operationId: 'listReminders',
    summary: 'List your reminders, the next first',
    description: 'All of them, at most 200. Those of tickets that you may no longer read are left out.',
    responses: { 200: { description: 'Your reminders', schema: dataOf(Type.Array(Reminder)) } },
    handle: async ({ scope }) => ({ data: (await listReminders(scope)).map(present) }),
  });

  router.put('/api/tickets/:id/reminder', {
    operationId: 'setReminder',
    summary: 'Be reminded of a ticket',
    description:
      'At that time you get a notification of the kind `reminder`. A ticket has one reminder of yours; another time replaces it.',
    params,
    body: Type.Object({ remindAt: timestamp({ examples: ['2029-11-01T09:30:00.000Z'] }) }),
    authorizeFirst: mayRead,
    responses: { 200: { description: 'The reminder', schema: dataOf(Reminder) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({
      data: present(await setReminder(scope, ref, Date.parse(body.remindAt))),
    }),
  });

  router.delete('/api/tickets/:id/reminder', {
    operationId: 'removeReminder',
    summary: 'Remove your reminder of a ticket',
    params,
    delete: ({ scope, params: { id: ref } }) => removeReminder(scope, ref),
  });
}
