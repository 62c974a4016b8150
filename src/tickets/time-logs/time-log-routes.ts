import type { FastifyInstance } from 'fastify';
import { id, instant, nullable, timestamp } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { PublicUser, requirePermission, userIn } from '../../users/index.ts';
import { parseCallerDate } from '../caller-date.ts';
import { getTicketFor } from '../get-ticket.ts';
import { canEditTicket, canReadTicket } from '../ticket-access.ts';
import { ticketRef } from '../ticket-schemas.ts';
import type { TimeLogWithUser } from './time-log.ts';
import { assertMayEditTimeLog, changeTimeLog, deleteTimeLog, listTimeLogs, logTime } from './time-logs.ts';

const params = Type.Object({ id: ticketRef });
const logParams = Type.Object({ id: ticketRef, logId: id() });
const minutes = () => Type.Integer({ minimum: 1, maximum: 100_000, examples: [45] });
const optional = {
  description: Type.Optional(nullable(Type.String({ maxLength: 2_000, examples: ['Reproduced it'] }))),
  spentAt: Type.Optional(instant({ description: 'When the work was done; default: now' })),
};

const TimeLog = Type.Object(
  {
    id: id(),
    ticketId: id(),
    minutes: Type.Number({ examples: [45] }),
    description: Type.Optional(Type.String({ examples: ['Reproduced it'] })),
    spentAt: timestamp(),
    user: PublicUser,
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'TimeLog' },
);

const presentTimeLog = (log: TimeLogWithUser) => present(TimeLog, log, { user: userIn(log, 'user') });

export function addTimeLogRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Tickets', access: 'signed-in', forProjectKeys: true });
  router.list('/api/tickets/:id/time-logs', {
    operationId: 'listTimeLogs',
    summary: 'List the time spent on a ticket, newest first',
    params,
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    response: { description: 'A page of entries', item: TimeLog, present: presentTimeLog },
    list: ({ scope, params: { id: ref } }, page) => listTimeLogs(scope, ref, page),
  });

  router.post('/api/tickets/:id/time-logs', {
    operationId: 'logTime',
    summary: 'Log time on a ticket',
    params,
    body: Type.Object({ minutes: minutes(), ...optional }),
    authorizeFirst: requirePermission(getTicketFor, canEditTicket),
    responses: { 201: { description: 'The entry', schema: dataOf(TimeLog) } },
    handle: async ({ scope, params: { id: ref }, body }) => {
      const log = await logTime(scope, ref, {
        ...body,
        spentAt: (await parseCallerDate(scope, body.spentAt)) ?? undefined,
      });
      return { data: presentTimeLog(log) };
    },
  });

  router.put('/api/tickets/:id/time-logs/:logId', {
    operationId: 'changeTimeLog',
    summary: 'Change your entry',
    params: logParams,
    body: Type.Object({ minutes: Type.Optional(minutes()), ...optional }),
    authorizeFirst: ({ scope, params: { id: ref, logId } }) => assertMayEditTimeLog(scope, ref, logId),
    responses: { 200: { description: 'The entry as it is now', schema: dataOf(TimeLog) } },
    handle: async ({ scope, params: { id: ref, logId }, body }) => {
      const changes = { ...body, spentAt: (await parseCallerDate(scope, body.spentAt)) ?? undefined };
      return { data: presentTimeLog(await changeTimeLog(scope, ref, logId, changes)) };
    },
  });

  router.delete('/api/tickets/:id/time-logs/:logId', {
    operationId: 'deleteTimeLog',
    summary: 'Delete your entry, or any entry as an admin of the project',
    params: logParams,
    delete: ({ scope, params: { id: ref, logId } }) => deleteTimeLog(scope, ref, logId),
  });
}
