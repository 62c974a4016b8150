import type { FastifyInstance } from 'fastify';
import type { EventType } from '../../events/index.ts';
import { id, nullable, timestamp } from '../../platform/field-schemas.ts';
import { newRouter } from '../../platform/http/index.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { PublicUser, requirePermission, userIn } from '../../users/index.ts';
import { getTicketFor } from '../get-ticket.ts';
import { canReadTicket } from '../ticket-access.ts';
import { ticketRef } from '../ticket-schemas.ts';
import { type HistoryEntry, listHistory } from './list-history.ts';

const HistoryItem = Type.Object(
  {
    id: id(),
    type: Type.String({ examples: ['ticket.updated'] }),
    actor: nullable(PublicUser),
    description: Type.String({ examples: ['changed status of PAY-12 The invoice shows yesterday’s rate'] }),
    changes: Type.Optional(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
    createdAt: timestamp(),
  },
  { title: 'HistoryItem' },
);

const presentEntry = (entry: HistoryEntry) =>
  present(HistoryItem, entry, { actor: userIn(entry, 'actor'), createdAt: entry.occurredAt });

export function addHistoryRoutes(app: FastifyInstance, catalogue: readonly EventType[]): void {
  const router = newRouter(app, { tag: 'Tickets', access: 'signed-in', forProjectKeys: true });
  router.list('/api/tickets/:id/history', {
    operationId: 'listHistory',
    summary: 'List the events of a ticket, newest first',
    params: Type.Object({ id: ticketRef }),
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    response: { description: 'A page of events', item: HistoryItem, present: presentEntry },
    list: ({ scope, params }, page) => listHistory(scope, catalogue, params.id, page),
  });
}
