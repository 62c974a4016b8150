import assert from 'node:assert/strict';
import { type Database, statement } from '../../src/platform/db/index.ts';
import { type Account, bodyOf } from './account.ts';
import type { RunningServer } from './running-server.ts';

const callers = 12;

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

/** People who write into one project, and remember what they were told is done. */
export function newTicketWriters({ send }: Account, projectId: string) {
  const tickets = new Map<string, { key: string; title: string }>();
  const statuses = new Map<string, string>();
  const comments = new Map<string, string>();
  let ticketsAsked = 0;

  /** A ticket, a comment on it, its status, the next ticket … until nobody answers any more. */
  async function writeOneAfterAnother(server: RunningServer, noteAnswer: () => void): Promise<void> {
    const change = async (method: string, path: string, body: object) => {
      const answer = await send(server, method, path, body);
      const said = await bodyOf(answer);
      assert.ok(answer.ok, `${method} ${path} ${JSON.stringify(said)}`);
      return said.data;
    };
    try {
      for (;;) {
        const title = `Ticket ${++ticketsAsked}`;
        const { id, key } = await change('POST', '/api/tickets', { title, projectId });
        tickets.set(id, { key, title });
        noteAnswer();
        const comment = await change('POST', `/api/tickets/${id}/comments`, { content: `On ${title}` });
        comments.set(comment.id, id);
        noteAnswer();
        await change('PUT', `/api/tickets/${id}/status`, { status: 'done' });
        statuses.set(id, 'done');
        noteAnswer();
      }
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
    }
  }

  return {
    /** Titles of tickets that were acknowledged. */
    titles: () => [...tickets.values()].map(({ title }) => title),

    writeUntilDead: async (server: RunningServer, noteAnswer: () => void = () => {}): Promise<void> => {
      await Promise.all(Array.from({ length: callers }, () => writeOneAfterAnother(server, noteAnswer)));
    },

    assertAllThere: async (server: RunningServer): Promise<void> => {
      for (const [id, { key, title }] of tickets) {
        const answer = await send(server, 'GET', `/api/tickets/${id}`);
        const { data, ...refusal } = await bodyOf(answer);
        assert.equal(answer.status, 200, `${key} ${JSON.stringify(refusal)}`);
        assert.deepEqual([data.key, data.title], [key, title]);
        if (statuses.has(id)) assert.equal(data.status, statuses.get(id));
        const promised = [...comments].filter(([, ticketId]) => ticketId === id);
        const there = data.comments.map((comment: { id: string }) => comment.id);
        for (const [commentId] of promised) assert.ok(there.includes(commentId));
        assert.equal(data._count.comments, there.length);
      }
    },

    /** What was acknowledged is in the database, and nothing by halves. */
    assertKept: async (db: Database): Promise<void> => {
      const rows = await db.reads.list(ticketRows, {});
      const commentsThere = await db.reads.list(commentRows, {});
      const rowOf = new Map(rows.map((row) => [row.id, row]));
      for (const [id, { key, title }] of tickets) {
        const row = rowOf.get(id);
        assert.deepEqual([row?.number, row?.title], [Number(key.split('-').at(-1)), title]);
        assert.equal(row?.status, statuses.get(id) ?? row?.status, key);
      }
      const ticketOf = new Map(commentsThere.map((comment) => [comment.id, comment.ticketId]));
      for (const [id, ticketId] of comments) assert.equal(ticketOf.get(id), ticketId);

      const numbers = rows.map(({ number }) => number);
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => index + 1),
      );
      const [count] = await db.reads.list(homeRows, { projectId });
      assert.deepEqual({ ...count }, { lastNumber: rows.length, ticketCount: rows.length });

      const happened = (await db.reads.list(eventRows, {})).map(
        ({ type, ticketId }) => `${type} ${ticketId}`,
      );
      const told = rows.flatMap(({ id, status }) => [
        `ticket.created ${id}`,
        ...(status === 'done' ? [`ticket.updated ${id}`, `ticket.status_changed ${id}`] : []),
      ]);
      for (const { ticketId } of commentsThere) told.push(`comment.created ${ticketId}`);
      assert.deepEqual(happened.sort(), told.sort());
    },
  };
}
