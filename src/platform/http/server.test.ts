import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { processMs } from '../../../test/support/processor-time.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

let world: World;
let ada: Person;

before(async () => {
  world = await openWorld('sqlite');
  ada = await world.person('Ada');
});
after(() => world.close());

const send = (payload: string | Buffer, headers: Record<string, string>) =>
  world.app.inject({
    method: 'POST',
    url: '/api/tickets',
    payload,
    headers: { cookie: ada.cookie, ...headers },
  });

test('an unknown path answers NOT_FOUND with the request id', async () => {
  const { status, body, headers } = await world.anonymous.get('/nowhere');
  assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND']);
  assert.equal(body.requestId, headers['x-request-id']);
});

test('another method on a known path answers 405 with Allow', async () => {
  const cases: [string, string][] = [
    ['/api/tickets', 'GET, HEAD, POST'],
    ['/api/tickets/x', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['/api/projects/x/members', 'GET, HEAD, POST'],
    ['/healthz', 'GET, HEAD'],
    ['/api/tickets/stats', 'GET, HEAD'],
    ['/api/projects/search/', 'GET, HEAD'],
  ];
  for (const [url, allowed] of cases) {
    const method = allowed.includes('DELETE') ? 'POST' : 'DELETE';
    const { statusCode, headers, body } = await world.app.inject({ method, url });
    assert.deepEqual([statusCode, headers.allow], [405, allowed], url);
    assert.equal(JSON.parse(body).error.code, 'METHOD_NOT_ALLOWED');
    const options = await world.app.inject({ method: 'OPTIONS', url });
    assert.deepEqual([options.statusCode, options.headers.allow], [204, allowed]);
  }
});

test('a long body that is no object is refused within 300 ms of processor time', async () => {
  const length = 1_000_000;
  const bodies = {
    text: JSON.stringify('x'.repeat(length)),
    'text with a NUL': JSON.stringify(`${'x'.repeat(length)}\0`),
    list: JSON.stringify(new Array(length / 2).fill(0)),
  };
  for (const [name, payload] of Object.entries(bodies)) {
    let status = 0;
    const ms = await processMs(async () => {
      status = (await send(payload, { 'content-type': 'application/json' })).statusCode;
    });
    assert.equal(status, 400, name);
    assert.ok(ms < 300, `${name}: ${Math.round(ms)} ms`);
  }
});

test('a body without Content-Type is parsed as JSON, and one with another type is refused with 415', async () => {
  assert.equal((await send('{"title":"Bare"}', {})).statusCode, 201);
  assert.equal(
    (await send('{"title":"Typed"}', { 'content-type': 'application/vnd.x+json' })).statusCode,
    201,
  );
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
    const answer = await send('title=x', { 'content-type': type });
    assert.deepEqual([answer.statusCode, answer.json().error.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], type);
  }
});

test('malformed JSON and bodies that are not objects answer 400 with a `body` detail', async () => {
  for (const body of [
    '{',
    '[]',
    '"text"',
    '5',
    'null',
    '{"a\\u0000":1,"title":"x"}',
    Buffer.from('{"title":"Käse"}', 'latin1'),
  ]) {
    const answer = await send(body, { 'content-type': 'application/json' });
    assert.deepEqual(
      [answer.statusCode, Object.keys(answer.json().error.details)],
      [400, ['body']],
      String(body),
    );
  }
});

test('a NUL character in a field answers 400 with a detail for the field', async () => {
  for (const body of ['{"title":"a\\u0000b"}', '{"title":{"b\\u0000":1},"type":"BUG"}']) {
    const answer = await send(body, { 'content-type': 'application/json' });
    assert.deepEqual([answer.statusCode, Object.keys(answer.json().error.details)], [400, ['title']], body);
  }
});

test('keys of a body that would change a prototype are dropped', async () => {
  const answer = await send(
    '{"title":"x","__proto__":{"status":"done"},"constructor":{"prototype":{"a":1}}}',
    {},
  );
  assert.deepEqual([answer.statusCode, answer.json().data.status], [201, 'backlog']);
});

test('a body over 1 MiB answers 413', async () => {
  const answer = await send(JSON.stringify({ title: 'x', description: 'y'.repeat(1024 * 1024) }), {});
  assert.deepEqual([answer.statusCode, answer.json().error.code], [413, 'PAYLOAD_TOO_LARGE']);
});

test('an internal error reveals nothing of its cause', async () => {
  const broken = await openWorld('sqlite');
  const person = await broken.person('Ada');
  broken.db.reads.list = async () => {
    throw new Error('select secret from /srv/docket.db');
  };
  const { status, body } = await person.get('/api/tickets');
  assert.deepEqual([status, body.error.code], [500, 'INTERNAL_ERROR']);
  assert.doesNotMatch(JSON.stringify(body), /select|srv|Error:/);
  await broken.close();
});

test('every answer forbids framing and scripts, and over https asks browsers to stay there', async () => {
  const policy = "default-src 'none'; frame-ancestors 'none'";
  for (const path of ['/api/tickets', '/healthz', '/api/nowhere']) {
    const { headers } = await world.app.inject(path);
    assert.equal(headers['content-security-policy'], policy, path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
    assert.equal(headers['strict-transport-security'], undefined, path);
  }
  const secure = await openWorld('sqlite', { BASE_URL: 'https://docket.test' });
  const { headers } = await secure.app.inject('/api/tickets');
  assert.equal(headers['strict-transport-security'], 'max-age=31536000');
  await secure.close();
});

test('the health routes answer ok, and the landing page links to them and to the API reference', async () => {
  assert.deepEqual((await world.anonymous.get('/healthz')).body, { data: { status: 'ok' } });
  assert.deepEqual((await world.anonymous.get('/readyz')).body, { data: { status: 'ok' } });
  const page = await world.app.inject('/');
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/);
  for (const link of ['/reference', '/openapi.json', '/healthz'])
    assert.ok(page.body.includes(`href="${link}"`));
});
