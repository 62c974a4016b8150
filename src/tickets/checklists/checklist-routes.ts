import type { FastifyInstance } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, listOf, newRouter, presentWholeList } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { requirePermission } from '../../users/index.ts';
import { getTicketFor } from '../get-ticket.ts';
import { canEditTicket, canReadTicket } from '../ticket-access.ts';
import { ticketRef } from '../ticket-schemas.ts';
import { ChecklistItem, ItemInput, ItemPatch, presentItem } from './checklist-schemas.ts';
import { addItem, changeItem, deleteItem, getChecklist } from './checklists.ts';

const ofTicket = Type.Object({ id: ticketRef });
const ofItem = Type.Object({ id: ticketRef, itemId: id() });

export function addChecklistRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Checklists', access: 'signed-in', forProjectKeys: true });
  router.get('/api/tickets/:id/checklist', {
    operationId: 'getChecklist',
    summary: 'List the items of a ticket’s checklist, in order',
    params: ofTicket,
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    responses: { 200: { description: 'All of them', schema: listOf(ChecklistItem) } },
    handle: async ({ scope, params }) =>
      presentWholeList((await getChecklist(scope, params.id)).map(presentItem)),
  });

  router.post('/api/tickets/:id/checklist', {
    operationId: 'addChecklistItem',
    summary: 'Add an item to the checklist of a ticket',
    params: ofTicket,
    body: ItemInput,
    authorizeFirst: requirePermission(getTicketFor, canEditTicket),
    responses: { 201: { description: 'The item', schema: dataOf(ChecklistItem) } },
    handle: async ({ scope, params, body }) => ({ data: presentItem(await addItem(scope, params.id, body)) }),
  });

  router.put('/api/tickets/:id/checklist/:itemId', {
    operationId: 'updateChecklistItem',
    summary: 'Tick, rename, assign or move an item of a checklist',
    params: ofItem,
    body: ItemPatch,
    authorizeFirst: requirePermission(getTicketFor, canEditTicket),
    responses: { 200: { description: 'The item as it is now', schema: dataOf(ChecklistItem) } },
    handle: async ({ scope, params, body }) => ({
      data: presentItem(await changeItem(scope, params.id, params.itemId, body)),
    }),
  });

  router.delete('/api/tickets/:id/checklist/:itemId', {
    operationId: 'deleteChecklistItem',
    summary: 'Delete an item of a checklist',
    params: ofItem,
    delete: ({ scope, params }) => deleteItem(scope, params.id, params.itemId),
  });
}
