import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { dataOf, newRouter, presentVersioned } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { requirePermission, type Scope } from '../users/index.ts';
import { parseCallerDates } from './caller-date.ts';
import { changeTicket, validateTicketChanges } from './change/change-ticket.ts';
import { createTicket, validateNewTicket } from './create-ticket.ts';
import { deleteTicket, restoreTicket } from './delete-ticket.ts';
import { getTicket, getTicketFor } from './get-ticket.ts';
import { presentDuplicate, presentTicket } from './present-ticket.ts';
import { canEditTicket } from './ticket-access.ts';
import { listTicketPermissions } from './ticket-permissions.ts';
import * as schemas from './ticket-schemas.ts';

const params = Type.Object({ id: schemas.ticketRef });
const theTicket = { description: 'The ticket as it is now', schema: dataOf(schemas.TicketWithDetails) };

export function addTicketRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Tickets', access: 'signed-in', forProjectKeys: true });
  router.post('/api/tickets', {
    operationId: 'createTicket',
    summary: 'Create a ticket',
    description:
      'Creates the ticket even if it resembles others; `possibleDuplicates` lists open tickets of the same project with a similar title.',
    versioned: true,
    body: schemas.NewTicketInput,
    responses: { 201: { description: 'The ticket', schema: dataOf(schemas.CreatedTicket) } },
    validateReferences: ({ scope }, { dueDate: _, snoozedUntil: __, ...sound }) =>
      validateNewTicket(scope, sound),
    handle: async ({ scope, body }, reply) => {
      const [dueDate, snoozedUntil] = await parseCallerDates(scope, [body.dueDate, body.snoozedUntil]);
      const ticket = await createTicket(scope, { ...body, title: body.title ?? '', dueDate, snoozedUntil });
      reply.itemVersion = ticket.version;
      const possibleDuplicates = ticket.possibleDuplicates.map(presentDuplicate);
      return { data: { ...presentTicket(ticket), possibleDuplicates } };
    },
  });

  router.get('/api/tickets/:id', {
    operationId: 'getTicket',
    summary: 'Get a ticket with its details',
    versioned: true,
    params,
    responses: { 200: { description: 'The ticket', schema: dataOf(schemas.TicketWithPermissions) } },
    handle: async ({ scope, params: { id } }, reply) =>
      presentVersioned(reply, await getTicket(scope, id), (ticket) => ({
        ...presentTicket(ticket),
        ...listTicketPermissions(scope.actor, ticket),
      })),
  });

  const editable = { versioned: true, params, responses: { 200: theTicket } } as const;
  const mayEdit = requirePermission(getTicketFor, canEditTicket);

  router.put('/api/tickets/:id', {
    ...editable,
    operationId: 'updateTicket',
    summary: 'Change a ticket',
    description: 'Absent fields keep their value, null clears a field, unknown fields are ignored.',
    body: schemas.TicketPatch,
    authorizeFirst: mayEdit,
    validateReferences: ({ scope, params: { id } }, { dueDate: _, snoozedUntil: __, labelIds, ...sound }) =>
      validateTicketChanges(scope, id, { ...sound, labelIds: labelIds ?? undefined }),
    handle: async ({ scope, params: { id }, body }, reply) => {
      return presentVersioned(
        reply,
        await changeTicket(scope, id, await parsePatch(scope, body)),
        presentTicket,
      );
    },
  });

  router.put('/api/tickets/:id/status', {
    ...editable,
    operationId: 'changeStatus',
    summary: 'Move a ticket to a status',
    body: schemas.StatusInput,
    authorizeFirst: mayEdit,
    handle: async ({ scope, params: { id }, body }, reply) =>
      presentVersioned(reply, await changeTicket(scope, id, body), presentTicket),
  });

  router.put('/api/tickets/:id/assignee', {
    ...editable,
    operationId: 'assignTicket',
    summary: 'Assign or unassign a ticket',
    body: schemas.AssigneeInput,
    authorizeFirst: mayEdit,
    handle: async ({ scope, params: { id }, body: { assigneeId } }, reply) =>
      presentVersioned(reply, await changeTicket(scope, id, { assigneeId }), presentTicket),
  });

  router.delete('/api/tickets/:id', {
    operationId: 'deleteTicket',
    summary: 'Delete a ticket',
    description: 'A deleted ticket can be restored for 30 days.',
    versioned: true,
    params,
    delete: ({ scope, params: { id } }) => deleteTicket(scope, id),
  });

  router.post('/api/tickets/:id/restore', {
    operationId: 'restoreTicket',
    summary: 'Restore a deleted ticket',
    versioned: true,
    params,
    responses: { 200: theTicket },
    handle: async ({ scope, params: { id } }, reply) =>
      presentVersioned(reply, await restoreTicket(scope, id), presentTicket),
  });
}

/** The changes of a body, with dates in the caller's time zone. */
export async function parsePatch(scope: Scope, body: Static<typeof schemas.TicketPatch>) {
  const { dueDate: due, snoozedUntil: until, labelIds, ...rest } = body;
  const [dueDate, snoozedUntil] = await parseCallerDates(scope, [due, until]);
  return { ...rest, dueDate, snoozedUntil, labelIds: labelIds === null ? [] : labelIds };
}
