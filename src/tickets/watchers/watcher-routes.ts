import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { id, nullable } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { PublicUser, requirePermission, type Scope } from '../../users/index.ts';
import { getTicketFor } from '../get-ticket.ts';
import { canReadTicket } from '../ticket-access.ts';
import { ticketRef } from '../ticket-schemas.ts';
import { listWatchers, unwatch, watch } from './watchers.ts';

const params = Type.Object({ id: ticketRef });
const optionalUserId = (description: string) => Type.Optional(nullable(id({ description })));

const presentWatcher = (person: Static<typeof PublicUser>) => present(PublicUser, person);

const meOr = ({ actor }: Scope, userId: string | null | undefined) =>
  !userId || userId === 'me' ? actor.userId : userId;

const mayRead = requirePermission(getTicketFor, canReadTicket);

export function addWatcherRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Tickets', access: 'signed-in', forProjectKeys: true });
  router.list('/api/tickets/:id/watchers', {
    operationId: 'listWatchers',
    summary: 'List the watchers of a ticket',
    params,
    authorizeFirst: mayRead,
    response: {
      description: 'A page of watchers who may read the ticket, by name',
      item: PublicUser,
      extra: { watching: Type.Boolean({ description: 'Whether you watch the ticket' }) },
      present: presentWatcher,
    },
    list: async ({ scope, params: { id: ref } }, page) => {
      const { isWatching, ...listed } = await listWatchers(scope, ref, page);
      return { ...listed, extra: { watching: isWatching } };
    },
  });

  router.post('/api/tickets/:id/watchers', {
    operationId: 'watchTicket',
    summary: 'Watch a ticket, or add another watcher',
    description:
      'Users who may edit the ticket may add others who may read it, except those who stopped watching.',
    params,
    body: Type.Object({ userId: optionalUserId('A user’s id; default: you') }),
    authorizeFirst: mayRead,
    responses: {
      200: { description: 'The user watches the ticket already', schema: dataOf(PublicUser) },
      201: { description: 'The new watcher', schema: dataOf(PublicUser) },
    },
    handle: async ({ scope, params: { id: ref }, body }, reply) => {
      const { person, isNew } = await watch(scope, ref, meOr(scope, body?.userId));
      return reply.code(isNew ? 201 : 200).send({ data: presentWatcher(person) });
    },
  });

  router.delete('/api/tickets/:id/watchers', {
    operationId: 'unwatchTicket',
    summary: 'Stop watching a ticket',
    description:
      'Mentions and assignments do not add you again. Users who may edit the ticket may remove others, except its reporter and assignee.',
    params,
    query: Type.Object({ userId: optionalUserId('A user’s id; default: you') }),
    authorizeFirst: mayRead,
    delete: ({ scope, params: { id: ref }, query }) => unwatch(scope, ref, meOr(scope, query.userId)),
  });
}
