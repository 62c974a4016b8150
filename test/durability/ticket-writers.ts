import assert from 'node:assert/strict';
import { type Database, statement } from '../../src/platform/db/index.ts';
import { type Account, bodyOf } from './account.ts';
import type { RunningServer } from './running-server.ts';

const clients = 12;

const ticketRows = statement<object, { id: string; number: number; title: string; status: string }>(
  'select id, number, title, status from tickets order by number',
);
const commentRows = statement<object, { id: string; ticketId: string }>(
  'select id, ticket_id as "ticketId" from comments',
);
const homeRows = statement<{ projectId: string }, { lastNumber: number; ticketCount: number }>(`
  select last_number as "lastNumber", ticket_count as "ticketCount" from ticket_homes where id = :projectId`);
const eventRows = statement<object, { type: string; ticketId: string }>(
  'select type, ticket_id as "ticketId" from events where ticket_id is not null',
);

export type TicketWriters = ReturnType<typeof newTicketWriters>;

/** Clients that write tickets, comments and statuses into one project and remember which were acknowledged. */
export function newTicketWriters({ send }: Account, projectId: string) {
  const tickets = new Map<string, { key: string; title: string }>();
  const statuses = new Map<string, string>();
  const comments = new Map<string, string>();
  let ticketsSent = 0;

  /** Creates a ticket, comments on it, changes its status, creates the next … until the server no longer responds. */
  async function writeInSequence(server: RunningServer, onAcknowledged: () => void): Promise<void> {
    const change = async (method: string, path: string, requestBody: object) => {
      const response = await send(server, method, path, requestBody);
      const body = await bodyOf(response);
      assert.ok(response.ok, `${method} ${path} ${JSON.stringify(body)}`);
      return body.data;
    };
    try {
      for (;;) {
        const title = `Ticket ${++ticketsSent}`;
        const { id, key } = await change('POST', '/api/tickets', { title, projectId });
        tickets.set(id, { key, title });
        onAcknowledged();
        const comment = await change('POST', `/api/tickets/${id}/comments`, { content: `On ${title}` });
        comments.set(comment.id, id);
        onAcknowledged();
        await change('PUT', `/api/tickets/${id}/status`, { status: 'done' });
        statuses.set(id, 'done');
        onAcknowledged();
      }
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
    }
  }

  return {
    /** Titles of tickets that were acknowledged. */
    titles: () => [...tickets.values()].map(({ title }) => title),

    writeUntilKilled: async (server: RunningServer, onAcknowledged: () => void = () => {}): Promise<void> => {
      await Promise.all(Array.from({ length: clients }, () => writeInSequence(server, onAcknowledged)));
    },

    /** Every acknowledged change can be read through the API. */
    assertReadable: async (server: RunningServer): Promise<void> => {
      for (const [id, { key, title }] of tickets) {
        const response = await send(server, 'GET', `/api/tickets/${id}`);
        const { data, ...refusal } = await bodyOf(response);
        assert.equal(response.status, 200, `${key} ${JSON.stringify(refusal)}`);
        assert.deepEqual([data.key, data.title], [key, title]);
        if (statuses.has(id)) assert.equal(data.status, statuses.get(id));
        const acknowledged = [...comments].filter(([, ticketId]) => ticketId === id);
        const stored = data.comments.map((comment: { id: string }) => comment.id);
        for (const [commentId] of acknowledged) assert.ok(stored.includes(commentId));
        assert.equal(data._count.comments, stored.length);
      }
    },

    /** Every acknowledged change is in the database, and every change there is complete with its counts and events. */
    assertStored: async (db: Database): Promise<void> => {
      const rows = await db.reads.list(ticketRows, {});
      const storedComments = await db.reads.list(commentRows, {});
      const rowOf = new Map(rows.map((row) => [row.id, row]));
      for (const [id, { key, title }] of tickets) {
        const row = rowOf.get(id);
        assert.deepEqual([row?.number, row?.title], [Number(key.split('-').at(-1)), title]);
        assert.equal(row?.status, statuses.get(id) ?? row?.status, key);
      }
      const ticketOf = new Map(storedComments.map((comment) => [comment.id, comment.ticketId]));
      for (const [id, ticketId] of comments) assert.equal(ticketOf.get(id), ticketId);

      const numbers = rows.map(({ number }) => number);
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => index + 1),
      );
      const [count] = await db.reads.list(homeRows, { projectId });
      assert.deepEqual({ ...count }, { lastNumber: rows.length, ticketCount: rows.length });

      const recorded = (await db.reads.list(eventRows, {})).map(
        ({ type, ticketId }) => `${type} ${ticketId}`,
      );
      const expected = rows.flatMap(({ id, status }) => [
        `ticket.created ${id}`,
        ...(status === 'done' ? [`ticket.updated ${id}`, `ticket.status_changed ${id}`] : []),
      ]);
      for (const { ticketId } of storedComments) expected.push(`comment.created ${ticketId}`);
      assert.deepEqual(recorded.sort(), expected.sort());
    },
  };
}
