import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config/index.ts';
import { type Context, openContext } from '../src/context.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type Client, createClient, DocketError } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'docket-sdk-'));
const ada = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'correct horse battery' };
let context: Context;
let app: FastifyInstance;
let baseUrl: string;
let stranger: Client;
let signedIn: Client;

before(async () => {
  const config = readConfig({ DATA_DIR: folder });
  context = await openContext({ config, clock: systemClock, logger: pino({ level: 'silent' }) });
  app = buildApp(context);
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  stranger = createClient({ baseUrl });

  let cookie = '';
  const keepCookie: typeof fetch = async (address, request) => {
    const answer = await fetch(address, request);
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return answer;
  };
  await createClient({ baseUrl, fetch: keepCookie }).signUp({ body: ada });
  signedIn = createClient({ baseUrl, cookie });
});

after(async () => {
  await app.close();
  await context.close();
  rmSync(folder, { recursive: true });
});

test('a cookie and an API key both say who asks', async () => {
  const { data: key } = await signedIn.createApiKey({ body: { name: 'CI' } });
  const { data: keys, pagination } = await createClient({ baseUrl, apiKey: key.key }).listApiKeys();
  assert.equal(keys[0]?.name, 'CI');
  assert.equal(pagination.total, 1);
});

test('a refusal is thrown with all that the server said', async () => {
  await assert.rejects(stranger.listSessions(), (error) => {
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

test('params are escaped, queries leave out what is undefined', async () => {
  await assert.rejects(signedIn.revokeSession({ params: { id: 'a/b?c' } }), { code: 'NOT_FOUND' });
  const { pagination } = await signedIn.listSessions({ query: { page: undefined, limit: 5 } });
  assert.equal(pagination.page, 1);
  assert.equal(pagination.limit, 5);
});

test('headers go along: a repeated Idempotency-Key makes one thing', async () => {
  const twice = { body: { name: 'Once' }, headers: { 'idempotency-key': 'once' } };
  const first = await signedIn.createProject(twice);
  assert.deepEqual(await signedIn.createProject(twice), first);
});

test('an answer without a body is undefined', async () => {
  const { data: key } = await signedIn.createApiKey({ body: { name: 'Short-lived' } });
  const gone = signedIn.deleteApiKey({ params: { id: key.id }, headers: { prefer: 'return=minimal' } });
  assert.equal(await gone, undefined);
});

test('what a proxy says in between is an error too, even with status 200', async () => {
  const behind = (answer: Response) => createClient({ baseUrl, fetch: async () => answer });
  await assert.rejects(behind(new Response('<h1>Bad gateway', { status: 502 })).getHealth(), {
    status: 502,
    code: 'HTTP_502',
  });
  await assert.rejects(behind(new Response('<h1>Log in first')).getHealth(), { code: 'HTTP_200' });
});

test('the types know what an operation needs', async () => {
  // @ts-expect-error a session is named by its id
  await assert.rejects(signedIn.revokeSession(), DocketError);
  // @ts-expect-error there is no such scope
  const wrong = signedIn.createApiKey({ body: { name: 'CI', scopes: ['everything'] } });
  await assert.rejects(wrong, { code: 'VALIDATION_ERROR' });
});
