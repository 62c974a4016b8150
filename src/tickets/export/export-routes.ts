import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../../audit/index.ts';
import { secondMs } from '../../platform/clock.ts';
import { choice } from '../../platform/field-schemas.ts';
import { newRouter } from '../../platform/http/index.ts';
import { toIso } from '../../platform/instant.ts';
import { newPlacesPerPerson } from '../../platform/places-per-person.ts';
import { Type } from '../../platform/schema.ts';
import type { Scope } from '../../users/index.ts';
import type { TicketIndex } from '../lists/ticket-index.ts';
import { parseTicketListing } from '../lists/ticket-list-query.ts';
import { NamedFieldValue } from '../own-fields/own-field-schemas.ts';
import { Label, TicketItem, TicketListQuery } from '../ticket-schemas.ts';
import { contentTypes, exportFormats, findFormat, writeExport } from './export-formats.ts';
import { type ExportedTicket, exportTickets, listFieldColumns } from './export-tickets.ts';
import { ExportedCriterion, type ListDecidingEvidence } from './exported-criteria.ts';

const ExportedTicketItem = Type.Object(
  {
    ...TicketItem.properties,
    labels: Type.Array(Label),
    fieldValues: Type.Array(NamedFieldValue),
    criteria: Type.Array(ExportedCriterion, { description: 'In order' }),
  },
  { title: 'ExportedTicket' },
);
const csv = Type.String({ examples: ['key,title,…\r\nPAY-12,The invoice shows yesterday’s rate,…\r\n'] });

// Each export reads and writes pages for as long as its client takes them.
const exportsPerPersonMax = 3;
// How long a running export may continue after shutdown begins.
const shutdownTimeoutMs = 5 * secondMs;

export function addExportRoutes(
  app: FastifyInstance,
  ticketIndex: TicketIndex,
  listEvidence: ListDecidingEvidence,
): void {
  const open = new Set<Readable>();
  const places = newPlacesPerPerson(
    exportsPerPersonMax,
    (running) => `${running} of your exports are still running.`,
  );
  app.addHook('preClose', async () => {
    const timer = setTimeout(() => {
      for (const stream of open) stream.destroy();
    }, shutdownTimeoutMs);
    timer.unref();
  });

  newRouter(app, { tag: 'Tickets', access: 'signed-in' }).get('/api/tickets/export', {
    operationId: 'exportTickets',
    summary: 'Export a list of tickets as a file',
    description:
      'Takes the filters of the list, sorted by creation (`order`: oldest first unless `desc`); ignores `sort`, `page`, `limit` and `cursor`. The response is streamed: a file without the end that its format requires is incomplete.',
    query: Type.Object({
      ...TicketListQuery.properties,
      format: Type.Optional(choice(exportFormats, { default: 'csv' })),
    }),
    responses: {
      200: {
        description: 'The tickets',
        schema: csv,
        contentType: 'text/csv',
        alsoAs: {
          'application/json': Type.Object({ data: Type.Array(ExportedTicketItem) }),
          'application/x-ndjson': ExportedTicketItem,
        },
      },
    },
    handle: async ({ scope, query, method }, reply) => {
      // Counted before anything is read, because parallel requests would otherwise find no export running.
      reply.raw.once('close', places.take(scope.actor.userId));
      const format = query.format ?? 'csv';
      const day = toIso(scope.clock.now()).slice(0, 10);
      const listing = { ...(await parseTicketListing(scope, query)), order: query.order ?? 'asc' };
      if (method !== 'HEAD') await recordExport(scope, format, listing.projects);
      const fieldNames = format === 'csv' ? await listFieldColumns(scope, listing) : [];
      const pages = exportTickets(scope, listing, listEvidence, ticketIndex);
      // Before the first page is sent, an error can still become an error response.
      const first = method === 'HEAD' ? undefined : await pages.next();
      reply.headers({
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="docket-tickets-${day}.${format}"`,
      });
      if (!first) return reply.send();
      const stream = Readable.from(writeExport(findFormat(format, fieldNames), resumed(first, pages)), {
        objectMode: false,
      });
      open.add(stream);
      stream.once('close', () => open.delete(stream));
      return reply.send(stream);
    },
  });
}

/** Recorded before anything is sent, because an aborted export has shown its first tickets too. */
const recordExport = (scope: Scope, format: string, projectIds: string[] = []) =>
  scope.db.transaction((tx) =>
    recordAudit(
      tx,
      scope,
      'tickets.exported',
      projectIds.length === 1
        ? { kind: 'project', id: projectIds[0] as string }
        : { kind: 'instance', id: 'instance' },
      { format, projects: projectIds.length },
    ),
  );

async function* resumed(
  first: IteratorResult<ExportedTicket[], void>,
  rest: AsyncGenerator<ExportedTicket[]>,
) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
