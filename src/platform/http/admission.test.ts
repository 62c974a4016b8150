import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { newLogger } from '../logger.ts';
import { Admission, type AdmissionLimits } from './admission.ts';
import { newServer } from './server.ts';

const waits = { shareWaitMs: 100, waitMsMax: 200 };
const limits = { burst: waits, lasting: waits, shareMin: 2 };

/** A server whose route `/slow` answers when it is released. */
function serverWithSlowRoute(admission: Partial<AdmissionLimits>) {
  const app = newServer({
    logger: newLogger('silent'),
    trustedProxies: 0,
    rewriteUrl: (url) => url,
    admission,
  });
  const { promise: released, resolve: release } = Promise.withResolvers<string>();
  app.get('/slow', () => released);
  app.get('/healthz', async () => 'ok');
  return { app, release };
}

/** An admission whose requests have cost `costMs` each so far. */
function measured(costMs: number) {
  const clock = { now: 0, active: 0 };
  const admission = new Admission({ nowMs: () => clock.now, activeMs: () => clock.active }, limits);
  const serve = (count: number, eachMs: number) => {
    for (let i = 0; i < count; i++) {
      admission.enter('served');
      clock.now += eachMs;
      clock.active += eachMs;
      admission.leave('served');
    }
  };
  serve(5 * 64, costMs);
  const enter = (caller: string, count: number) =>
    Array.from({ length: count }, () => admission.enter(caller)).filter(Boolean).length;
  return { admission, serve, enter, clock };
}

test('requests are admitted as long as the expected wait is short', () => {
  assert.equal(measured(1).enter('Ada', 90), 90);
  assert.equal(measured(10).enter('Ada', 10), 10);
});

test('a caller with more than their share is refused first, and others are admitted', () => {
  const { enter } = measured(1);
  assert.equal(enter('Ben', 1), 1);
  const admitted = enter('Ada', 1_000);
  assert.ok(admitted < 110, `${admitted} of one caller were admitted`);
  assert.equal(enter('Cem', 2), 2);
  assert.equal(enter('Ben', 1), 1);
});

test('when the expected wait is too long, everybody who waits already is refused, in the end all', () => {
  const { enter } = measured(1);
  const callers = Array.from({ length: 1_000 }, (_, i) => `caller ${i}`);
  const first = callers.filter((caller) => enter(caller, 1) === 1);
  assert.equal(first.length, 401);
  assert.equal(enter('caller 1', 1), 0);
});

test('a caller who is alone is refused only when the wait is too long', () => {
  assert.equal(measured(1).enter('Ada', 1_000), 201);
});

test('answers make room again', () => {
  const { enter, admission } = measured(10);
  const admitted = enter('Ada', 100);
  assert.equal(enter('Ada', 1), 0);
  for (let i = 0; i < admitted; i++) admission.leave('Ada');
  assert.equal(enter('Ada', 1), 1);
});

test('one request that blocks the event loop refuses nobody', () => {
  const { serve, enter } = measured(1);
  serve(1, 1_500);
  serve(64, 1);
  assert.equal(enter('Ada', 90), 90);
});

test('requests that became expensive lower the number that is admitted', () => {
  const { serve, enter } = measured(1);
  serve(5 * 64, 20);
  assert.equal(enter('Ada', 90), 11);
});

test('a burst may wait, but when the event loop is busy all the time the queue is kept short', () => {
  const clock = { now: 0, active: 0 };
  const lasting = { shareWaitMs: 10, waitMsMax: 20 };
  const admission = new Admission(
    { nowMs: () => clock.now, activeMs: () => clock.active },
    { ...limits, lasting },
  );
  const admitted = (count: number) =>
    Array.from({ length: count }, (_, i) => admission.enter(`caller ${i}`)).filter(Boolean).length;
  const pass = (ms: number, activeMs: number) => {
    for (let passed = 0; passed < ms; passed += 10) {
      clock.now += 10;
      clock.active += activeMs / (ms / 10);
      admission.enter('other');
      admission.leave('other');
    }
  };
  const leaveAll = () => {
    for (let i = 0; i < 90; i++) admission.leave(`caller ${i}`);
  };
  pass(300, 290);
  assert.equal(admitted(90), 90, 'busy for 300 ms');
  leaveAll();
  pass(300, 290);
  const whenBusy = admitted(90);
  assert.ok(whenBusy <= 42, `${whenBusy} were admitted`);
  pass(600, 300);
  assert.equal(admitted(10), 10, 'the event loop has spare time again');
});

test('the work of background loops beside few requests does not count as cost of requests', () => {
  const { serve, enter, clock } = measured(1);
  for (let i = 0; i < 20; i++) {
    clock.now += 60_000;
    clock.active += 1_000;
    serve(32, 1);
  }
  assert.equal(enter('Ada', 90), 90);
});

test('an overloaded server answers 503 with Retry-After to who sends too much, and always answers health checks', async () => {
  const { app, release } = serverWithSlowRoute({ burst: { shareWaitMs: 4, waitMsMax: 8 }, shareMin: 2 });
  const send = (caller: string, url = '/slow') => app.inject({ url, headers: { cookie: caller } });
  const other = send('Ben');
  const flood = Array.from({ length: 30 }, () => send('Ada'));
  const bens = send('Ben');
  assert.equal((await send('Ada', '/healthz')).statusCode, 200);
  const refused = await Promise.any(
    flood.map(async (answer) =>
      (await answer).statusCode === 503 ? answer : Promise.reject(new Error('served')),
    ),
  );
  assert.deepEqual([refused.json().error.code, refused.headers['retry-after']], ['UNAVAILABLE', '5']);
  release('done');
  assert.deepEqual([(await other).statusCode, (await bens).statusCode], [200, 200]);
  const answers = await Promise.all(flood);
  assert.ok(answers.some(({ statusCode }) => statusCode === 200));
  assert.equal((await send('Ada')).statusCode, 200, 'the load is gone');
  await app.close();
});

test('a refusal over a connection has the envelope, a request id and the headers of every answer, and keeps the connection', async () => {
  const { app, release } = serverWithSlowRoute({ burst: { shareWaitMs: 1, waitMsMax: 2 }, shareMin: 1 });
  app.get('/quick', async () => 'ok');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const get = (path: string, cookie: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  const waiting = Array.from({ length: 3 }, (_, i) => get('/slow', `caller ${i}`));
  while (app.overloadRefusals.count === 0) await get('/quick', 'caller 0').then((answer) => answer.text());

  const refused = await get('/quick', 'caller 0');
  const body = (await refused.json()) as { error: { code: string }; requestId: string };
  assert.deepEqual([refused.status, body.error.code], [503, 'UNAVAILABLE']);
  assert.equal(refused.headers.get('x-request-id'), body.requestId);
  assert.equal(refused.headers.get('retry-after'), '5');
  assert.equal(refused.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(refused.headers.get('connection'), 'keep-alive');
  assert.equal(app.overloadRefusals.count, 2);
  assert.equal((await get('/healthz?now', 'caller 0')).status, 200);
  release('done');
  assert.equal((await Promise.all(waiting)).filter(({ status }) => status === 200).length, 3);
  assert.equal((await get('/quick', 'caller 0')).status, 200, 'the load is gone');
  await app.close();
});

test('requests that wait before the server count as if they were in flight', () => {
  const { admission, enter } = measured(1);
  enter('Ben', 1);
  assert.equal(admission.enter('Ada', 300), true);
  assert.equal(admission.enter('Cem', 500), false);
});
