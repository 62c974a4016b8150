import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openDatabase, statement } from '../../src/platform/db/index.ts';
import { newDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';
import { type RunningServer, startServer } from './running-server.ts';

const rounds = 3;
const callers = 12;
const endWithinMs = 5_000;
// A different moment each round, the same in every run: after so many answers the power goes.
const answersBeforeTheEnd = [7, 60, 150];

interface Acknowledged {
  tickets: Map<string, { key: string; title: string }>;
  statuses: Map<string, string>;
  comments: Map<string, string>;
}

onEveryEngine('a server that loses power', (engine) => {
  let home: TestDatabase;
  let server: RunningServer;
  let cookie: string;
  let projectId: string;
  let ticketsAsked = 0;
  const acknowledged: Acknowledged = { tickets: new Map(), statuses: new Map(), comments: new Map() };

  before(async () => {
    home = await newDatabase(engine);
    server = await startServer(home.address);
    const account = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
    const signUp = await send(server, 'POST', '/api/auth/sign-up/email', account);
    cookie = (signUp.headers.get('set-cookie') as string).split(';')[0] as string;
    const made = await send(server, 'POST', '/api/projects', { name: 'Engine', key: 'ENG' }, { cookie });
    projectId = (await bodyOf(made)).data.id;
  });
  after(async () => {
    await server.end('SIGTERM');
    await home.remove();
  });

  for (let round = 0; round < rounds; round++) {
    test(`keeps all it acknowledged, and nothing by halves (round ${round + 1})`, async () => {
      await writeUntilDead(server, answersBeforeTheEnd[round] as number);
      server = await startServer(home.address);
      await assertAllThere(server);
      await assertNothingByHalves();
    });
  }

  async function writeUntilDead(server: RunningServer, answersMax: number): Promise<void> {
    let answers = 0;
    let ending: Promise<unknown> | undefined;
    const noteAnswer = () => {
      if (++answers === answersMax) ending = server.end('SIGKILL');
    };
    await Promise.all(Array.from({ length: callers }, () => writeOneAfterAnother(server, noteAnswer)));
    await ending;
  }

  /** A ticket, a comment on it, its status, the next ticket … until nobody answers any more. */
  async function writeOneAfterAnother(server: RunningServer, noteAnswer: () => void): Promise<void> {
    const { tickets, statuses, comments } = acknowledged;
    const change = async (method: string, path: string, body: object) => {
      const answer = await send(server, method, path, body, { cookie });
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

  async function assertAllThere(server: RunningServer): Promise<void> {
    for (const [id, { key, title }] of acknowledged.tickets) {
      const answer = await send(server, 'GET', `/api/tickets/${id}`, undefined, { cookie });
      const { data, ...refusal } = await bodyOf(answer);
      assert.equal(answer.status, 200, `${key} ${JSON.stringify(refusal)}`);
      assert.deepEqual([data.key, data.title], [key, title]);
      if (acknowledged.statuses.has(id)) assert.equal(data.status, acknowledged.statuses.get(id));
      const promised = [...acknowledged.comments].filter(([, ticketId]) => ticketId === id);
      const there = data.comments.map((comment: { id: string }) => comment.id);
      for (const [commentId] of promised) assert.ok(there.includes(commentId));
      assert.equal(data._count.comments, there.length);
    }
  }

  async function assertNothingByHalves(): Promise<void> {
    const db = await openDatabase(home.address);
    try {
      const tickets = await db.reads.list(ticketRows, {});
      const numbers = tickets.map(({ number }) => number);
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => index + 1),
      );
      const [count] = await db.reads.list(homeRows, { projectId });
      assert.deepEqual({ ...count }, { lastNumber: tickets.length, ticketCount: tickets.length });

      const happened = (await db.reads.list(eventRows, {})).map(
        ({ type, ticketId }) => `${type} ${ticketId}`,
      );
      const told = tickets.flatMap(({ id, status, commentCount }) => [
        `ticket.created ${id}`,
        ...Array.from({ length: commentCount }, () => `comment.created ${id}`),
        ...(status === 'done' ? [`ticket.updated ${id}`, `ticket.status_changed ${id}`] : []),
      ]);
      assert.deepEqual(happened.sort(), told.sort());
    } finally {
      await db.close();
    }
  }
});

onEveryEngine('a server told to end', (engine) => {
  test('answers what it accepted and is gone within five seconds, with code 0', async () => {
    const home = await newDatabase(engine);
    const server = await startServer(home.address);
    const accounts = Array.from({ length: 6 }, (_, i) => ({
      name: `Person ${i}`,
      email: `person${i}@example.org`,
      password: 'correct horse battery',
    }));
    // Each takes its time to hash a password, so all are under way when the signal comes.
    const answers = accounts.map((account) => send(server, 'POST', '/api/auth/sign-up/email', account));
    await Promise.race(answers);
    const told = performance.now();
    const ended = server.end('SIGTERM');
    const statuses = (await Promise.all(answers)).map((answer) => answer.status);
    assert.deepEqual([...new Set(statuses)], [201]);
    assert.deepEqual(await ended, { code: 0, signal: null });
    assert.ok(performance.now() - told < endWithinMs);
    // SQLite removes its log when it is closed properly: the end did not have to be forced.
    if (home.address.engine === 'sqlite') assert.equal(existsSync(`${home.address.file}-wal`), false);
    await home.remove();
  });
});

const ticketRows = statement<object, { id: string; number: number; status: string; commentCount: number }>(`
  select t.id, t.number, t.status, (select count(*) from comments c where c.ticket_id = t.id) as "commentCount"
  from tickets t order by t.number`);
const homeRows = statement<{ projectId: string }, { lastNumber: number; ticketCount: number }>(`
  select last_number as "lastNumber", ticket_count as "ticketCount" from ticket_homes where id = :projectId`);
const eventRows = statement<object, { type: string; ticketId: string }>(
  'select type, ticket_id as "ticketId" from events where ticket_id is not null',
);

/** A machine that is overloaded may say 503: then nothing happened, and one asks again. */
async function send(
  server: RunningServer,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.status === 503 ? send(server, method, path, body, headers) : answer;
}

// biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects in there
const bodyOf = (answer: Response): Promise<any> => answer.json();
