import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import zlib from 'node:zlib';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('compressed answers of the API', (engine) => {
  let world: World;
  let ada: Person;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const send = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object, headers: object = {}) => {
    const response = await world.app.inject({
      method,
      url,
      headers: { cookie: ada.cookie, 'accept-encoding': 'gzip', ...headers },
      ...(body && { payload: body }),
    });
    const isEncoded = response.headers['content-encoding'] === 'gzip';
    const text = isEncoded ? String(zlib.gunzipSync(response.rawPayload)) : response.body;
    return { status: response.statusCode, headers: response.headers, isEncoded, text };
  };
  const newTicket = async () =>
    (await ada.post('/api/tickets', { title: 'Long', description: 'x'.repeat(2_000) })).body.data.id;

  test('If-Match accepts the ETag of a compressed answer, and refuses it after a change', async () => {
    const url = `/api/tickets/${await newTicket()}`;
    const read = await send('GET', url);
    const etag = String(read.headers.etag);
    assert.deepEqual([read.isEncoded, etag.startsWith('W/')], [true, true]);
    assert.equal((await send('GET', url, undefined, { 'if-none-match': etag })).status, 304);
    assert.equal((await send('PUT', url, { title: 'Other' }, { 'if-match': etag })).status, 200);
    assert.equal((await send('PUT', url, { title: 'Third' }, { 'if-match': etag })).status, 412);
  });

  test('a repeated Idempotency-Key returns the stored answer, whichever encoding the first had', async () => {
    const body = { title: 'Once', description: 'y'.repeat(2_000) };
    const key = { 'idempotency-key': 'compressed' };
    const first = await send('POST', '/api/tickets', body, key);
    const plain = await send('POST', '/api/tickets', body, { ...key, 'accept-encoding': 'identity' });
    assert.deepEqual([first.isEncoded, plain.isEncoded], [true, false]);
    assert.deepEqual([plain.headers['idempotent-replayed'], plain.text], ['true', first.text]);
  });

  test('a compressed export has the lines of the plain one', async () => {
    await newTicket();
    const url = '/api/tickets/export?format=ndjson';
    const encoded = await send('GET', url);
    assert.equal(encoded.isEncoded, true);
    assert.equal(encoded.text, (await send('GET', url, undefined, { 'accept-encoding': 'identity' })).text);
  });
});
