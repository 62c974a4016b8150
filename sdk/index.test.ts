import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp } from '../src/composition/app.ts';
import { type Context, openContext } from '../src/composition/context.ts';
import { readConfig } from '../src/config/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import {
  type Client,
  createClient,
  DocketError,
  followEvents,
  retryingFetch,
  ticketStatuses,
} from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'docket-sdk-'));
const ada = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'correct horse battery' };
let context: Context;
let app: FastifyInstance;
let baseUrl: string;
let anonymous: Client;
let signedIn: Client;

before(async () => {
  const config = readConfig({ DATA_DIR: folder });
  context = await openContext({ config, clock: systemClock, logger: pino({ level: 'silent' }) });
  app = buildApp(context);
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  anonymous = createClient({ baseUrl });

  let cookie = '';
  const keepCookie: typeof fetch = async (address, request) => {
    const response = await fetch(address, request);
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return response;
  };
  await createClient({ baseUrl, fetch: keepCookie }).signUp({ body: ada });
  signedIn = createClient({ baseUrl, cookie });
});

after(async () => {
  await app.close();
  await context.close();
  rmSync(folder, { recursive: true });
});

test('the client authenticates with a cookie or an API key', async () => {
  const { data: key } = await signedIn.createApiKey({ body: { name: 'CI' } });
  const { data: keys, pagination } = await createClient({ baseUrl, apiKey: key.key }).listApiKeys();
  assert.equal(keys[0]?.name, 'CI');
  assert.equal(pagination.total, 1);
});

test('all returns every item of a list, however many pages it has', async () => {
  const names = ['one', 'two', 'three', 'four', 'five'];
  for (const name of names) await signedIn.createProject({ body: { name } });
  const found: string[] = [];
  for await (const project of signedIn.listProjects.all({
    query: { limit: 2, sort: 'createdAt', order: 'asc' },
  }))
    found.push(project.name);
  assert.deepEqual(found, names);
  const [first] = await Array.fromAsync(signedIn.listProjects.all());
  assert.equal(first?.name, 'five');
});

test('an error response is thrown with its status, code, message, details and request id', async () => {
  await assert.rejects(anonymous.listSessions(), (error) => {
    assert.ok(error instanceof DocketError);
    assert.equal(error.status, 401);
    assert.equal(error.code, 'UNAUTHORIZED');
    assert.equal(error.message, 'Authentication required');
    assert.ok(error.requestId);
    return true;
  });
  await assert.rejects(signedIn.createApiKey({ body: { name: ' ' } }), {
    code: 'VALIDATION_ERROR',
    details: { name: ['Name must not be blank'] },
  });
});

test('path parameters are escaped and undefined query parameters are omitted', async () => {
  await assert.rejects(signedIn.revokeSession({ params: { id: 'a/b?c' } }), { code: 'NOT_FOUND' });
  const { pagination } = await signedIn.listSessions({ query: { page: undefined, limit: 5 } });
  assert.equal(pagination.page, 1);
  assert.equal(pagination.limit, 5);
});

test('the client sends extra headers such as Idempotency-Key', async () => {
  const twice = { body: { name: 'Once' }, headers: { 'idempotency-key': 'once' } };
  const first = await signedIn.createProject(twice);
  assert.deepEqual(await signedIn.createProject(twice), first);
});

test('a response without a body is returned as undefined', async () => {
  const { data: key } = await signedIn.createApiKey({ body: { name: 'Short-lived' } });
  const gone = signedIn.deleteApiKey({ params: { id: key.id }, headers: { prefer: 'return=minimal' } });
  assert.equal(await gone, undefined);
});

test('a response of a proxy instead of Docket is an error, even with status 200', async () => {
  const behind = (response: Response) => createClient({ baseUrl, fetch: async () => response });
  await assert.rejects(behind(new Response('<h1>Bad gateway', { status: 502 })).getHealth(), {
    status: 502,
    code: 'HTTP_502',
  });
  await assert.rejects(behind(new Response('<h1>Log in first')).getHealth(), { code: 'HTTP_200' });
});

test('the types reject missing parameters and unknown enum values', async () => {
  // @ts-expect-error the id of the session is missing
  await assert.rejects(signedIn.revokeSession(), DocketError);
  // @ts-expect-error there is no such scope
  const wrong = signedIn.createApiKey({ body: { name: 'CI', scopes: ['everything'] } });
  await assert.rejects(wrong, { code: 'VALIDATION_ERROR' });
});

test('a list of tickets is typed by its fields', async () => {
  await signedIn.createTicket({ body: { title: 'Typed' } });
  const { data: items } = await signedIn.listTickets({ query: { sort: 'title' } });
  assert.equal(items[0]?.reporter?.name, ada.name);
  const { data: rows, pagination } = await signedIn.listTickets({ query: { fields: 'row' } });
  assert.deepEqual(rows[0]?.labelIds, []);
  const { data: hits } = await signedIn.searchTickets({ query: { q: 'typed' } });
  assert.equal(hits[0]?.snippet.text, 'Typed');
  const found = await signedIn.searchTickets({ query: { q: 'typed', fields: 'row' } });
  assert.deepEqual(found.data, rows);
  const [row] = await Array.fromAsync(signedIn.listTickets.all({ query: { fields: 'row' } }));
  assert.deepEqual(row?.labelIds, []);
  assert.equal(pagination.total, 1);
});

test('all returns every hit of a search', async () => {
  for (const title of ['Sprocket 1', 'Sprocket 2', 'Sprocket 3'])
    await signedIn.createTicket({ body: { title } });
  const hits = await Array.fromAsync(signedIn.searchTickets.all({ query: { q: 'sprocket', limit: 2 } }));
  assert.deepEqual(hits.map(({ snippet }) => snippet.text).sort(), [
    'Sprocket 1',
    'Sprocket 2',
    'Sprocket 3',
  ]);
  const rows = signedIn.searchTickets.all({ query: { q: 'sprocket', limit: 2, fields: 'row' } });
  assert.deepEqual(
    (await Array.fromAsync(rows)).map(({ labelIds }) => labelIds),
    [[], [], []],
  );
});

/** The stream advises to wait two seconds before connecting again; a test does not. */
const withoutPause = () => {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  return new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) =>
      controller.enqueue(
        encoder.encode(decoder.decode(chunk, { stream: true }).replace('retry: 2000', 'retry: 20')),
      ),
  });
};

test('followEvents continues after a lost connection without missing or repeating an event', async () => {
  const { data: key } = await signedIn.createApiKey({ body: { name: 'follower' } });
  const stopping = new AbortController();
  const connections: AbortController[] = [];
  const positions: (string | null)[] = [];
  const breakable: typeof fetch = (address, request) => {
    const connection = new AbortController();
    connections.push(connection);
    positions.push(new Headers(request?.headers).get('last-event-id'));
    const signal = AbortSignal.any([connection.signal, request?.signal as AbortSignal]);
    return fetch(address, { ...request, signal }).then(
      ({ body, status, headers }) => new Response(body?.pipeThrough(withoutPause()), { status, headers }),
    );
  };
  const opened = Promise.withResolvers<void>();
  const titles: string[] = [];
  const following = (async () => {
    for await (const { event } of followEvents({
      baseUrl,
      apiKey: key.key,
      types: ['ticket.created'],
      fetch: breakable,
      signal: stopping.signal,
      onOpen: opened.resolve,
    })) {
      titles.push(String((event?.data.ticket as { title: string } | undefined)?.title));
      if (titles.length === 1) {
        connections[0]?.abort();
        await signedIn.createTicket({ body: { title: 'second' } });
      }
      if (titles.length === 2) stopping.abort();
    }
  })();
  await opened.promise;
  await signedIn.createTicket({ body: { title: 'first' } });
  await following;
  assert.deepEqual(titles, ['first', 'second']);
  assert.equal(positions[0], null);
  assert.ok(positions[1]);
});

test('followEvents throws what the server refuses', async () => {
  const unknown = followEvents({ baseUrl, apiKey: 'dkt_wrong' });
  await assert.rejects(unknown.next(), { status: 401 });
});

test('a repeated creation makes one project', async () => {
  let isFirst = true;
  const losing: typeof fetch = async (address, request) => {
    const response = await fetch(address, request);
    if (!isFirst) return response;
    isFirst = false;
    throw new TypeError('The connection was lost after the server had answered');
  };
  const { data: key } = await signedIn.createApiKey({ body: { name: 'retries' } });
  const client = createClient({ baseUrl, apiKey: key.key, fetch: retryingFetch({ fetch: losing }) });
  const { data: made } = await client.createProject({ body: { name: 'Once only' } });
  const projects = await Array.fromAsync(signedIn.listProjects.all());
  assert.deepEqual(
    projects.filter(({ name }) => name === 'Once only').map(({ id }) => id),
    [made.id],
  );
});

test('closed sets are values, and the types of the operations agree with them', async () => {
  for (const status of ticketStatuses) await signedIn.createTicket({ body: { title: status, status } });
  const { pagination } = await signedIn.listTickets({
    query: { status: ticketStatuses.join(',') as never, limit: 1 },
  });
  assert.ok(pagination.total >= ticketStatuses.length);
});
