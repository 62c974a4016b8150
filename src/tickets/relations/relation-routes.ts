import type { FastifyInstance } from 'fastify';
import { choice, id, nullable, timestamp } from '../../platform/field-schemas.ts';
import { dataOf, listOf, newRouter, presentWholeList } from '../../platform/http/index.ts';
import { toIso } from '../../platform/instant.ts';
import { Type } from '../../platform/schema.ts';
import { requirePermission } from '../../users/index.ts';
import { getTicketFor } from '../get-ticket.ts';
import { presentTicketItem } from '../present-ticket.ts';
import { canEditTicket } from '../ticket-access.ts';
import { TicketItem, ticketRef } from '../ticket-schemas.ts';
import {
  addRelation,
  listRelations,
  type Relation as RelationEntity,
  relationKinds,
  removeRelation,
} from './relations.ts';

const params = Type.Object({ id: ticketRef });

const Relation = Type.Object(
  {
    kind: choice(relationKinds),
    ticketId: id({ description: 'The id of the other ticket' }),
    ticket: nullable(TicketItem),
    createdAt: timestamp(),
  },
  { title: 'Relation' },
);

const presentRelation = ({ kind, ticketId, ticket, createdAt }: RelationEntity) => ({
  kind,
  ticketId,
  ticket: ticket && presentTicketItem(ticket),
  createdAt: toIso(createdAt),
});

export function addRelationRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Tickets', access: 'signed-in', forProjectKeys: true });
  router.get('/api/tickets/:id/relations', {
    operationId: 'listRelations',
    summary: 'List the tickets that a ticket blocks, is blocked by, relates to or duplicates',
    params,
    responses: {
      200: {
        description:
          'All relations to tickets you may see. If you may edit the ticket, also those to others, with `ticket` null',
        schema: listOf(Relation),
      },
    },
    handle: async ({ scope, params: { id } }) =>
      presentWholeList((await listRelations(scope, id)).map(presentRelation)),
  });

  router.post('/api/tickets/:id/relations', {
    operationId: 'addRelation',
    summary: 'Relate a ticket to another',
    description:
      'You need to be allowed to edit the ticket that is blocked or a duplicate. A cycle of blocking or duplicating tickets is refused. The parent is a field of the ticket.',
    params,
    body: Type.Object({ kind: choice(relationKinds), ticketId: ticketRef }),
    authorizeFirst: requirePermission(getTicketFor, canEditTicket),
    responses: { 201: { description: 'The relation', schema: dataOf(Relation) } },
    handle: async ({ scope, params: { id }, body }) => ({
      data: presentRelation(await addRelation(scope, id, body.kind, body.ticketId)),
    }),
  });

  router.delete('/api/tickets/:id/relations/:kind/:ticketId', {
    operationId: 'removeRelation',
    summary: 'Delete a relation',
    params: Type.Object({ id: ticketRef, kind: choice(relationKinds), ticketId: ticketRef }),
    authorizeFirst: requirePermission(getTicketFor, canEditTicket),
    delete: ({ scope, params: { id, kind, ticketId } }) => removeRelation(scope, id, kind, ticketId),
  });
}
