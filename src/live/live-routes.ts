import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EventType } from '../events/index.ts';
import { id, route, timestamp } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { parsePlace } from './event-place.ts';
import { findProjectIds, parseTypes } from './live-filter.ts';
import { type LiveSettings, newLiveHub } from './live-hub.ts';

const LiveEvent = Type.Object(
  {
    id: id(),
    type: Type.String({ examples: ['ticket.status_changed'] }),
    timestamp: timestamp(),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'As it was when it happened' }),
  },
  { title: 'LiveEvent', description: 'What stands after `data:` in a message of the stream' },
);

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses or collects would hold the messages back.
  'cache-control': 'private, no-cache, no-transform',
  'x-accel-buffering': 'no',
};

type Settings = Omit<LiveSettings, 'logger' | 'outgoing'> & { catalogue: readonly EventType[] };

export function addLiveRoutes(app: FastifyInstance, { catalogue, ...settings }: Settings): void {
  const outgoing = new Set(
    catalogue.filter(({ isPublic, isStreamed }) => isPublic || isStreamed).map(({ name }) => name),
  );
  const hub = newLiveHub({ ...settings, outgoing, logger: app.log });
  app.addHook('preClose', () => hub.close());

  route(app, {
    method: 'GET',
    url: '/api/events',
    operationId: 'streamEvents',
    summary: 'Follow what happens',
    description:
      'Server-sent events of what the caller may see, from now on or from where `Last-Event-ID` says. The message `reset` means that events are missing: load anew.',
    tag: 'Events',
    access: 'signed-in',
    forProjectKeys: true,
    query: Type.Object({
      project: Type.Optional(Type.String({ description: 'Project ids or keys, separated by commas' })),
      types: Type.Optional(
        Type.String({
          description: `Of ${[...outgoing].join(', ')}, separated by commas, or such as ticket.*`,
        }),
      ),
      lastEventId: Type.Optional(
        Type.String({ description: 'As the header `Last-Event-ID`, which goes before it' }),
      ),
    }),
    answers: {
      200: {
        description: 'Messages, until one side ends it',
        schema: LiveEvent,
        contentType: 'text/event-stream',
      },
    },
    handle: async (request, reply) => {
      const { scope, query, headers } = request;
      // Some clients send the header empty before they have heard anything.
      const lastEventId = headers['last-event-id'] || query.lastEventId;
      const from = lastEventId ? parsePlace(String(lastEventId)) : undefined;
      const filter = {
        types: parseTypes(query.types, outgoing),
        projectIds: await findProjectIds(scope, query.project),
      };
      if (request.method === 'HEAD') return reply.headers(streamHeaders).send();

      const newest = await hub.follow();
      hub.assertRoomFor(scope.actor.userId);
      await hub.join(scope.actor, filter, startStream(reply), newest, from);
    },
  });
}

/** From here on the answer belongs to the hub. */
function startStream(reply: FastifyReply) {
  reply.hijack();
  const { raw } = reply;
  // The stream ends with its connection, so its parts need no frames around them.
  raw.useChunkedEncodingByDefault = false;
  const headers = { ...(reply.getHeaders() as OutgoingHttpHeaders), ...streamHeaders, connection: 'close' };
  raw.writeHead(200, headers);
  return raw;
}
