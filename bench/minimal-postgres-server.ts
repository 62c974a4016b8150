import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import pg from 'pg';
import { newId } from '../src/platform/ids.ts';
import { peopleColumns, peopleJoins, ticketColumns } from '../src/tickets/ticket-store.ts';

export interface MinimalServerSettings {
  url: string;
  userId: string;
  /** The projects whose tickets the first page lists. */
  homes: string[];
}

/**
 * The least that a Node server on PostgreSQL can do for a ticket: Fastify, a pool of ten connections, prepared statements.
 * It does not authenticate, authorize, validate, present or react; it writes the ticket, its number and one event.
 */
process.once('message', async ({ url, userId, homes }: MinimalServerSettings) => {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const app = fastify();

  app.get<{ Params: { id: string } }>('/api/tickets/:id', async ({ params }) => {
    const { rows } = await pool.query({ name: 'by id', text: byId, values: [params.id] });
    return { data: rows[0] };
  });
  app.get('/api/tickets', async () => {
    const { rows } = await pool.query({ name: 'page', text: firstPage, values: [homes] });
    return { data: rows };
  });
  app.post<{ Body: { projectId: string; title: string; description: string } }>(
    '/api/tickets',
    async ({ body }) => {
      const ticketId = newId(Date.now());
      const number = await transaction(pool, async (client) => {
        const { rows } = await client.query({ name: 'count', text: nextNumber, values: [body.projectId] });
        const ticket = [
          ticketId,
          body.projectId,
          rows[0].number,
          body.title,
          body.description,
          userId,
          Date.now(),
        ];
        await client.query({ name: 'insert', text: insertTicket, values: ticket });
        await client.query({
          name: 'event',
          text: insertEvent,
          values: eventOf('ticket.created', ticketId, body),
        });
        return rows[0].number;
      });
      return { data: { id: ticketId, number, ...body } };
    },
  );
  app.put<{ Params: { id: string }; Body: { status: string } }>(
    '/api/tickets/:id/status',
    async ({ params: { id }, body }) => {
      await transaction(pool, async (client) => {
        await client.query({ name: 'status', text: changeStatus, values: [id, body.status, Date.now()] });
        const event = eventOf('ticket.status_changed', id, body);
        await client.query({ name: 'event', text: insertEvent, values: event });
      });
      return { data: { id, ...body } };
    },
  );
  const eventOf = (type: string, ticketId: string, data: object) => [
    newId(Date.now()),
    type,
    Date.now(),
    userId,
    ticketId,
    JSON.stringify(data),
  ];

  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.((app.server.address() as AddressInfo).port);
});
process.once('disconnect', () => process.exit());

async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const value = await work(client);
    await client.query('commit');
    return value;
  } finally {
    client.release();
  }
}

const columns = `select ${ticketColumns}, ${peopleColumns} from tickets t ${peopleJoins}`;
const byId = `${columns} where t.id = $1`;
const firstPage = `${columns} where t.home_id = any($1) and t.deleted_at is null
  order by t.updated_at desc, t.id desc limit 20`;
const nextNumber = `update ticket_homes set last_number = last_number + 1, ticket_count = ticket_count + 1
  where id = $1 returning last_number as number`;
const insertTicket = `insert into tickets (id, home_id, project_id, number, title, title_folded, description,
    description_folded, type, status, priority, stage, reporter_id, rank, created_at, updated_at)
  values ($1, $2, $2, $3, $4, lower($4), $5, lower($5), 'TASK', 'backlog', 'medium', 'PLANNING', $6, $1, $7, $7)`;
const changeStatus = `update tickets set status = $2, updated_at = $3, version = version + 1 where id = $1`;
const insertEvent = `insert into events (id, type, occurred_at, actor_id, ticket_id, data) values ($1, $2, $3, $4, $5, $6)`;
