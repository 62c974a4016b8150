import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { splitList } from '../platform/comma-list.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { parseInstant } from '../platform/instant.ts';
import { SyncCheck, SyncLine, SyncQuery } from './sync-schemas.ts';
import { checkSync, type SyncSelection, syncTickets } from './sync-tickets.ts';

export function addSyncRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Sync', access: 'signed-in', forProjectKeys: true });

  router.get('/api/sync', {
    operationId: 'syncTickets',
    summary: 'Load tickets in columns, newest first',
    description:
      'The compact rows of all tickets that the lists show, for a client that keeps a copy and follows the event stream from `cursor`. Each line is a JSON document: a head, chunks of tickets, an end. An answer without the end is incomplete. `decodeSync` of the SDK reads it; docs/api/sync.md specifies the format.',
    query: SyncQuery,
    responses: {
      200: { description: 'The lines', schema: SyncLine, contentType: 'application/x-ndjson' },
    },
    handle: async ({ scope, query, method }, reply) => {
      reply.type('application/x-ndjson; charset=utf-8');
      if (method === 'HEAD') return reply.send();
      const lines = syncTickets(scope, parseSelection(query));
      // Before the first line is sent, an error can still become an error response.
      const first = await lines.next();
      return reply.send(Readable.from(resumed(first, lines), { objectMode: false }));
    },
  });

  router.get('/api/sync/checksum', {
    operationId: 'checkSync',
    summary: 'Get the checksums of a load, to compare a copy with',
    query: SyncQuery,
    responses: { 200: { description: 'The checksums by home', schema: dataOf(SyncCheck) } },
    handle: async ({ scope, query }) => ({ data: await checkSync(scope, parseSelection(query)) }),
  });
}

const parseSelection = ({ project, state, closedSince }: Static<typeof SyncQuery>): SyncSelection => ({
  projects: splitList(project),
  state: state ?? 'open',
  closedSince: closedSince === undefined ? undefined : parseInstant(closedSince, 'UTC', 'start'),
});

async function* resumed<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
