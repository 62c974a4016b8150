import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryingFetch } from './retrying-fetch.ts';

type Answer = number | 'lost' | [status: number, retryAfter: string];

/** A server that gives these answers in turn, and the requests that it got. */
function serverWith(...answers: Answer[]) {
  const requests: RequestInit[] = [];
  const send = retryingFetch({
    fetch: async (_, request = {}) => {
      const answer = answers[requests.length] ?? 200;
      requests.push(request);
      if (answer === 'lost') throw new TypeError('fetch failed');
      const [status, retryAfter] = [answer].flat() as [number, string?];
      return new Response('', { status, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) });
    },
  });
  return { requests, send };
}

const keyOf = (request: RequestInit | undefined) => new Headers(request?.headers).get('idempotency-key');

test('a POST is repeated with one Idempotency-Key until the server answers', async () => {
  const { requests, send } = serverWith('lost', [503, '0'], 201);
  assert.equal((await send('/api/tickets', { method: 'POST', body: '{}' })).status, 201);
  assert.equal(requests.length, 3);
  assert.match(String(keyOf(requests[0])), /^[0-9a-f-]{36}$/);
  assert.equal(keyOf(requests[2]), keyOf(requests[0]));
  const given = { method: 'POST', headers: { 'idempotency-key': 'mine' } };
  const own = serverWith();
  await own.send('/api/tickets', given);
  assert.equal(keyOf(own.requests[0]), 'mine');
});

test('a change without a key is repeated only if the server refused to start it', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const lost = serverWith('lost');
    await assert.rejects(lost.send('/api/tickets/A-1', { method }), TypeError);
    const unavailable = serverWith([503, '0']);
    assert.equal((await unavailable.send('/api/tickets/A-1', { method })).status, 503);
    const limited = serverWith([429, '0']);
    assert.equal((await limited.send('/api/tickets/A-1', { method })).status, 200);
    assert.deepEqual(
      [lost, unavailable, limited].map(({ requests }) => requests.length),
      [1, 1, 2],
    );
  }
  const upload = serverWith('lost');
  await assert.rejects(upload.send('/files', { method: 'POST', body: new FormData() }), TypeError);
  assert.equal(upload.requests.length, 1);
});

test('an error of the request itself is returned at once', async () => {
  for (const status of [400, 401, 404, 409, 500]) {
    const { requests, send } = serverWith(status);
    assert.equal((await send('/api/tickets')).status, status);
    assert.equal(requests.length, 1);
  }
});

test('a repeat that meets the first request still running waits for it', async () => {
  const { requests, send } = serverWith('lost', [409, '0'], 201);
  assert.equal((await send('/api/tickets', { method: 'POST', body: '{}' })).status, 201);
  assert.equal(requests.length, 3);
});

test('a Retry-After longer than the limit is returned to the caller', async () => {
  const { requests, send } = serverWith([429, '3600']);
  assert.equal((await send('/api/tickets')).status, 429);
  assert.equal(requests.length, 1);
  const dated = serverWith([429, new Date(Date.now() + 3_600_000).toUTCString()]);
  assert.equal((await dated.send('/api/tickets')).status, 429);
});

test('a request that fails four times is given up, and an abort ends the waiting', async () => {
  const { requests, send } = serverWith([503, '0'], [503, '0'], [503, '0'], [503, '0'], 200);
  assert.equal((await send('/api/tickets')).status, 503);
  assert.equal(requests.length, 4);
  const signal = AbortSignal.timeout(20);
  const waiting = serverWith([503, '30']);
  await assert.rejects(waiting.send('/api/tickets', { signal }), { name: 'TimeoutError' });
});
