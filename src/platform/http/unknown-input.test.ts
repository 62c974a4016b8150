import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { newLogger } from '../logger.ts';
import { Type } from '../schema.ts';
import { route } from './route.ts';
import { newServer } from './server.ts';

let world: World;
let ada: Person;
let ben: Person;

before(async () => {
  world = await openWorld('sqlite');
  ada = await world.person('Ada');
  ben = await world.person('Ben');
});
after(() => world.close());

const strict = { prefer: 'handling=strict' };

test('an unknown query parameter is ignored and named in a Warning header', async () => {
  const { status, headers } = await ada.get('/api/tickets?asignee=me&limit=5&colour=red');
  assert.equal(status, 200);
  assert.equal(headers.warning, '299 docket "Unknown, so ignored: asignee, colour"');
  assert.equal((await ada.get('/api/tickets?assignee=me')).headers.warning, undefined);
});

test('an unknown field is ignored and named in a Warning header, also inside lists', async () => {
  const made = await ada.post('/api/tickets', { title: 'One', colour: 'red' });
  assert.equal(made.status, 201);
  assert.equal(made.headers.warning, '299 docket "Unknown, so ignored: colour"');
  const bulk = { tickets: [{ title: 'Two' }, { title: 'Three', priorty: 'high' }] };
  const { headers } = await ada.post('/api/tickets/bulk', bulk);
  assert.equal(headers.warning, '299 docket "Unknown, so ignored: tickets.1.priorty"');
});

test('a request without a body schema knows no field', async () => {
  const { headers } = await (await world.person('Cem')).post('/api/auth/sign-out', { quietly: true });
  assert.match(String(headers.warning), /quietly/);
});

test('fields whose names are free are not unknown', async () => {
  const { id } = (await ada.post('/api/projects', { name: 'Engine' })).body.data;
  const task = { projectId: id, title: 'A task', instructions: 'Do it.', input: { anything: { goes: 1 } } };
  assert.equal((await ada.post('/v1/agent-tasks', task)).headers.warning, undefined);
});

test('with Prefer: handling=strict unknown input is refused, together with what else is wrong', async () => {
  const { status, body } = await ada.post('/api/tickets?dry=1', { titel: 'One', priority: 'huge' }, strict);
  assert.equal(status, 400);
  assert.deepEqual(Object.keys(body.error.details).sort(), ['dry', 'priority', 'titel', 'title']);
  assert.deepEqual(body.error.details.titel, ['There is no field "titel" here']);
  const total = (await ada.get('/api/tickets?search=One')).body.pagination.total;
  assert.equal((await ada.post('/api/tickets', { title: 'One', colour: 1 }, strict)).status, 400);
  assert.equal((await ada.get('/api/tickets?search=One')).body.pagination.total, total);
  for (const prefer of ['respond-async, handling=strict', 'return=minimal; Handling = "strict"']) {
    assert.equal((await ada.get('/api/tickets?colour=red', { prefer })).status, 400, prefer);
  }
  assert.equal((await ada.get('/api/tickets?colour=red', { prefer: 'handling=lenient' })).status, 200);
});

test('access is checked before unknown fields are refused', async () => {
  const { id } = (await ada.post('/api/tickets', { title: 'Hers' })).body.data;
  assert.equal((await ben.put(`/api/tickets/${id}`, { colour: 'red' }, strict)).status, 403);
});

test('names of strangers cannot break the header, and only ten are named', async () => {
  const odd = encodeURIComponent('a"\r\nset-cookie: x=1\\é');
  const names = Array.from({ length: 40 }, (_, i) => `n${i}=1`).join('&');
  const { headers } = await ada.get(`/api/tickets?${odd}=1&${'x'.repeat(500)}=1&${names}`);
  assert.equal(headers['set-cookie'], undefined);
  assert.match(String(headers.warning), /^299 docket "[\x20-\x7e]+"$/);
  assert.ok(String(headers.warning).length < 250);
  assert.ok(!String(headers.warning).includes('n9'));
});

test('a handler gets only what its route declares, also if the request is not valid', async () => {
  const app = newServer({
    logger: newLogger('silent'),
    trustedProxies: 0,
    rewriteUrl: (url) => url,
  });
  const seen: unknown[] = [];
  const see = async ({ query, body }: { query: unknown; body: unknown }) => seen.push({ query, body });
  route(app, {
    method: 'POST',
    url: '/things',
    tag: 'Things',
    access: 'public',
    operationId: 'createThing',
    summary: 'Create a thing',
    query: Type.Object({ dry: Type.Optional(Type.Boolean()) }),
    body: Type.Object({
      name: Type.String(),
      parts: Type.Optional(Type.Array(Type.Object({ size: Type.Number() }))),
      data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
    responses: { 200: { description: 'What the handler saw' } },
    authorizeFirst: see,
    validateReferences: async (_request, fields) => seen.push({ fields }),
    handle: async (request) => (await see(request)) && {},
  });
  const data = { role: { any: 1 } };
  const send = (body: object) =>
    app.inject({ method: 'POST', url: '/things?dry=true&role=ADMIN', payload: { ...body, role: 'ADMIN' } });
  assert.equal((await send({ name: 'a', parts: [{ size: 1, role: 1 }], data })).statusCode, 200);
  assert.deepEqual(seen.splice(0), [
    { query: { dry: true }, body: { name: 'a', parts: [{ size: 1 }], data } },
  ]);
  assert.equal((await send({ parts: [{ size: 1, role: 1 }] })).statusCode, 400);
  const parts = [{ size: 1 }];
  assert.deepEqual(seen, [{ query: { dry: 'true' }, body: { parts } }, { fields: { parts } }]);
  await app.close();
});
