import type { FastifyInstance } from 'fastify';
import { choice, id } from '../../platform/field-schemas.ts';
import { dataOf, newRouter, presentVersioned } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { requirePermission } from '../../users/index.ts';
import { getTicketFor } from '../get-ticket.ts';
import { presentTicket } from '../present-ticket.ts';
import { ticketStatuses } from '../ticket.ts';
import { canEditTicket } from '../ticket-access.ts';
import { force, forceReason, TicketPatch, TicketWithDetails, ticketRef } from '../ticket-schemas.ts';
import { placeTicket, validatePlacement } from './place-ticket.ts';

const neighbour = (description: string) => Type.Optional(id({ description }));

const PlacementInput = Type.Object(
  {
    before: neighbour('The id or key of the ticket before which it comes'),
    after: neighbour('The id or key of the ticket after which it comes'),
    position: Type.Optional(
      choice(['first', 'last'], { description: 'Instead of a neighbour', default: 'last' }),
    ),
    status: Type.Optional(
      choice(ticketStatuses, { description: 'Also moves it to this status, in the same change' }),
    ),
    ownStatusId: TicketPatch.properties.ownStatusId,
    force: force(),
    reason: forceReason(),
  },
  { examples: [{ position: 'first', status: 'in_progress' }] },
);

export function addRankRoutes(app: FastifyInstance): void {
  newRouter(app, { tag: 'Tickets', access: 'signed-in', forProjectKeys: true }).put('/api/tickets/:id/rank', {
    operationId: 'placeTicket',
    summary: 'Move a ticket in the order by hand',
    description:
      'Gives the ticket the `rank` that puts it directly before or after another ticket of the same project or workspace; without `before`, `after` and `position` it comes last. Where no rank is left between its new neighbours, some of them get new ranks as well, each with its own `ticket.updated`. A ticket that is there already does not change.',
    versioned: true,
    params: Type.Object({ id: ticketRef }),
    body: PlacementInput,
    authorizeFirst: requirePermission(getTicketFor, canEditTicket),
    validateReferences: ({ scope, params }, sound) => validatePlacement(scope, params.id, sound),
    responses: { 200: { description: 'The ticket as it is now', schema: dataOf(TicketWithDetails) } },
    handle: async ({ scope, params, body }, reply) =>
      presentVersioned(reply, await placeTicket(scope, params.id, body), presentTicket),
  });
}
