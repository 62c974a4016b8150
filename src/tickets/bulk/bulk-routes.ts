import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { invalid, Refusal } from '../../platform/errors.ts';
import { id, nullable } from '../../platform/field-schemas.ts';
import { encodeListsInTurns, jsonType, newRouter } from '../../platform/http/index.ts';
import { isDateOnly } from '../../platform/instant.ts';
import { Type } from '../../platform/schema.ts';
import { parseInput } from '../../platform/validation/index.ts';
import { findTimezone, type Scope } from '../../users/index.ts';
import { parseDate } from '../caller-date.ts';
import { presentTicketItem } from '../present-ticket.ts';
import { TicketInput, TicketItem, TicketPatch } from '../ticket-schemas.ts';
import { type BulkEntry, bulkEntriesMax, bulkTickets } from './bulk-tickets.ts';

const BulkUpdate = Type.Object(
  {
    id: id({ description: 'The ticket’s id or key' }),
    version: Type.Optional(
      Type.Integer({
        description: 'The version that you read; the request fails if the ticket has a newer one',
        examples: [3],
      }),
    ),
    ...TicketPatch.properties,
  },
  { title: 'BulkUpdate' },
);
const limits = { minItems: 1, maxItems: bulkEntriesMax };
const example = [{ title: 'The invoice shows yesterday’s rate' }, { title: 'The total is not rounded' }];

export function addBulkRoutes(app: FastifyInstance): void {
  newRouter(app, { tag: 'Tickets', access: 'signed-in' }).post('/api/tickets/bulk', {
    operationId: 'bulkTickets',
    summary: 'Create and change many tickets at once',
    description:
      'All or nothing. An entry with an `id` changes that ticket, an entry without creates one. Updates run first, then creations, each in the order of the list. The answer has the order of the list. Errors name the entry and its field: `tickets.3.title`.',
    checksVersions: true,
    // readEntries validates each entry, so that the answer can list the errors of all of them.
    body: Type.Object({ tickets: Type.Array(Type.Unknown(), limits) }),
    documentedBody: Type.Object({
      tickets: Type.Array(Type.Union([TicketInput, BulkUpdate]), { ...limits, examples: [example] }),
    }),
    responses: {
      200: { description: 'No ticket was created; the changed tickets', schema: answer() },
      201: {
        description: 'At least one ticket was created; the created and changed tickets',
        schema: answer(),
      },
    },
    handle: async ({ scope, body }, reply) => {
      const entries = await readEntries(scope, body.tickets);
      const { rows, former, created } = await bulkTickets(scope, entries);
      // The commit has blocked the event loop for some milliseconds.
      await nextTurn();
      const json = await encodeListsInTurns({ data: Iterator.from(rows).map(presentTicketItem), former });
      return reply
        .code(created > 0 ? 201 : 200)
        .type(jsonType)
        .send(json);
    },
  });
}

function answer() {
  return Type.Object({
    data: Type.Array(TicketItem),
    former: Type.Array(
      nullable(
        Type.Unsafe<object>({ type: 'object', additionalProperties: true, examples: [{ status: 'todo' }] }),
      ),
      {
        description:
          'For each entry the changed fields as they were, which undo the change if they are sent; null for a created ticket',
      },
    ),
  });
}

async function readEntries(scope: Scope, list: unknown[]): Promise<BulkEntry[]> {
  const zone = list.some(hasDateOnly) ? await findTimezone(scope.db.reads, scope.actor.userId) : 'UTC';
  return list.map((entry) => {
    try {
      return readEntry(entry, zone);
    } catch (problem) {
      if (problem instanceof Refusal) return { kind: 'wrong', problem };
      throw problem;
    }
  });
}

function readEntry(entry: unknown, zone: string): BulkEntry {
  if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) {
    throw invalid({ '': ['Each entry must be a JSON object'] });
  }
  if (!('id' in entry)) {
    const { dueDate, snoozedUntil, ...input } = parseInput(TicketInput, entry);
    const dates = { dueDate: parseDate(dueDate, zone), snoozedUntil: parseDate(snoozedUntil, zone) };
    return { kind: 'create', input: { ...input, ...dates } };
  }
  const { id: ref, version, dueDate, snoozedUntil, labelIds, ...input } = parseInput(BulkUpdate, entry);
  return {
    kind: 'update',
    ref,
    version,
    input: {
      ...input,
      dueDate: parseDate(dueDate, zone),
      snoozedUntil: parseDate(snoozedUntil, zone),
      labelIds: labelIds === null ? [] : labelIds,
    },
  };
}

const hasDateOnly = (entry: unknown) => {
  const { dueDate, snoozedUntil } = (entry ?? {}) as { dueDate?: unknown; snoozedUntil?: unknown };
  return [dueDate, snoozedUntil].some((date) => typeof date === 'string' && isDateOnly(date));
};
