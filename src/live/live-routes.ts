import type { FastifyInstance } from 'fastify';
import { recordAdminRead } from '../audit/index.ts';
import type { EventType } from '../events/index.ts';
import { id, timestamp } from '../platform/field-schemas.ts';
import { eventStreamHeaders, newRouter, startEventStream } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { canManageInstance } from '../users/index.ts';
import { parsePosition } from './event-position.ts';
import { findProjectIds, parseTypes } from './live-filter.ts';
import { LiveHub, type LiveOptions } from './live-hub.ts';

const LiveEvent = Type.Object(
  {
    id: id(),
    type: Type.String({ examples: ['ticket.status_changed'] }),
    timestamp: timestamp(),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'The state when the event happened' }),
  },
  { title: 'LiveEvent', description: 'The JSON after `data:` in a message of the stream' },
);

type RoutesContext = Pick<LiveOptions, 'db' | 'clock'> & { eventCatalogue: readonly EventType[] };

export function addRoutes(app: FastifyInstance, { db, clock, eventCatalogue }: RoutesContext): void {
  const streamedTypes = new Set(
    eventCatalogue.filter(({ isPublic, isStreamed }) => isPublic || isStreamed).map(({ name }) => name),
  );
  const hub = new LiveHub({ db, clock, streamedTypes, logger: app.log });
  app.addHook('preClose', () => hub.close());

  newRouter(app, { tag: 'Events', access: 'signed-in' }).get('/api/events', {
    operationId: 'streamEvents',
    summary: 'Stream events',
    description:
      'Server-sent events that the caller may see, from now on or after `Last-Event-ID`. The message `reset` means that some events are no longer available: reload your data.',
    forProjectKeys: true,
    query: Type.Object({
      project: Type.Optional(Type.String({ description: 'Project ids or keys, separated by commas' })),
      types: Type.Optional(
        Type.String({
          description: `Event names or patterns such as ticket.*, separated by commas. Names: ${[...streamedTypes].join(', ')}`,
        }),
      ),
      presence: Type.Optional(
        Type.Boolean({
          description:
            'With `true` also `presence.changed` and `text.edited` of the tickets and projects where you are present (`PUT /api/tickets/{id}/presence`). They have no id and are not sent again after a reconnect.',
        }),
      ),
      lastEventId: Type.Optional(
        Type.String({ description: 'Used when the header `Last-Event-ID` is absent' }),
      ),
    }),
    responses: {
      200: {
        description: 'Messages, until the client or the server closes the stream',
        schema: LiveEvent,
        contentType: 'text/event-stream',
      },
    },
    handle: async (request, reply) => {
      const { scope, query, headers } = request;
      // Some clients send an empty header before their first message.
      const lastEventId = headers['last-event-id'] || query.lastEventId;
      const from = lastEventId ? parsePosition(String(lastEventId)) : undefined;
      const filter = {
        types: parseTypes(query.types, streamedTypes),
        projectIds: await findProjectIds(scope, query.project),
        presence: query.presence,
      };
      if (request.method === 'HEAD') return reply.headers(eventStreamHeaders).send();

      if (canManageInstance(scope.actor)) await recordAdminRead(scope, 'instance_events.read');
      const newest = await hub.start(filter.presence);
      hub.assertBelowLimit(scope.actor.userId);
      await hub.connect(scope.actor, filter, startEventStream(reply), newest, from);
    },
  });
}
