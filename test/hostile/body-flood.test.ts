import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { bodyCheckMs, discardMs } from '../../src/platform/http/limit-bodies.ts';
import { onEveryEngine } from '../support/engines.ts';
import { ManualTimers } from '../support/manual-timers.ts';
import { signedHosts } from '../support/webhooks.ts';
import { openWorld, type World } from '../support/world.ts';

const mebibyte = 1024 * 1024;
const declaredBytes = 25 * mebibyte;
const chunk = Buffer.from('3\r\nabc\r\n');
const signature = `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`;

onEveryEngine('bodies of callers who are not signed in', (engine) => {
  let world: World;
  let port: number;
  const timers = new ManualTimers();
  const sockets: Socket[] = [];

  before(async () => {
    const settings = { ...signedHosts, RATE_LIMIT: 'off', TRUST_PROXY: '1', NODE_ENV: 'production' };
    world = await openWorld(engine, settings, { bodies: { setTimer: timers.setTimer } });
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = world.app.server.address() as AddressInfo);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    while (held() > 0) await new Promise(setImmediate);
  });
  after(() => world.close());

  const held = () => world.app.bodyBudget.reservedBytes;

  /** Sends the head of a request that declares a body, and some of the body. */
  async function begin(path: string, headers: string[], body = Buffer.alloc(1_000, 'a')): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...headers];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(body);
    return socket;
  }
  const answerOf = async (socket: Socket) => String((await once(socket, 'data'))[0]);
  const statusOf = (answer: string) => Number(answer.split(' ')[1]);
  const length = (bytes: number) => `Content-Length: ${bytes}`;

  /** Opens connections, and returns the answers of those that are refused once the rest hold their share. */
  async function flood(count: number, headersOf: (index: number) => string[], admitted: number) {
    const refused: string[] = [];
    for (let index = 0; index < count; index++) {
      const socket = await begin('/webhooks/vcs', [length(declaredBytes), ...headersOf(index)]);
      socket.on('data', (chunk) => refused.push(String(chunk)));
    }
    while (refused.length < count - admitted) await new Promise(setImmediate);
    return refused;
  }

  test('a body that is not signed is refused by its headers, and nothing of it is held', async () => {
    for (const path of ['/webhooks/vcs', '/webhooks/github', '/webhooks/gitlab', '/webhooks/generic']) {
      const answer = await answerOf(await begin(path, [length(declaredBytes)]));
      assert.equal(statusOf(answer), 401, path);
      assert.match(answer, /"code":"UNAUTHORIZED"/);
      assert.equal(held(), 0);
    }
    assert.equal(statusOf(await answerOf(await begin('/mcp', [length(1_000_000)]))), 401);
    assert.equal(statusOf(await answerOf(await begin('/api/tickets', [length(1_000_000)]))), 401);
    const chunked = ['Transfer-Encoding: chunked'];
    assert.equal(statusOf(await answerOf(await begin('/webhooks/vcs', chunked, chunk))), 401);
  });

  test('the rest of a refused body is discarded for some seconds, then the connection is closed', async () => {
    const socket = await begin('/webhooks/vcs', [length(declaredBytes)]);
    await answerOf(socket);
    timers.advance(discardMs);
    await once(socket, 'close');
  });

  test('40 connections of one address hold the bytes of one, and the others get 503', async () => {
    const refused = await flood(40, () => [signature], 1);
    assert.equal(refused.length, 39);
    for (const answer of refused) {
      assert.equal(statusOf(answer), 503);
      assert.match(answer, /retry-after: \d/i);
      assert.match(answer, /"error":\{"code":"UNAVAILABLE"/);
    }
    assert.equal(held(), declaredBytes);
  });

  test('200 connections of 200 addresses hold 64 MiB at most, and small bodies are still received', async () => {
    const address = (index: number) => `X-Forwarded-For: 203.0.113.${index}`;
    const refused = await flood(200, (index) => [signature, address(index)], 2);
    assert.equal(refused.length, 198);
    assert.equal(held(), 2 * declaredBytes);
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'not a password' });
    const signIn = await begin('/api/auth/sign-in/email', [length(body.length)], Buffer.from(body));
    assert.equal(statusOf(await answerOf(signIn)), 401);
    const ada = await world.person('Ada');
    const description = 'a'.repeat(90_000);
    const created = await ada.post('/api/tickets', { title: 'While others flood', description });
    assert.equal(created.status, 201, 'people who are signed in have a budget of their own');
  });

  test('a body without a length counts as the longest that the route accepts', async () => {
    await begin('/webhooks/vcs', [signature, 'Transfer-Encoding: chunked'], chunk);
    while (held() === 0) await new Promise(setImmediate);
    assert.equal(held(), declaredBytes);
  });

  test('a body that stands still is refused with 408, and the connection is closed', async () => {
    const socket = await begin('/webhooks/vcs', [length(declaredBytes), signature]);
    while (held() === 0) await new Promise(setImmediate);
    const answer = answerOf(socket);
    while (statusOf(await Promise.race([answer, tick()])) !== 408) timers.advance(bodyCheckMs);
    assert.match(await answer, /"code":"REQUEST_TIMEOUT"/);
    assert.equal(held(), 0);
    await once(socket, 'close');
  });

  test('a body that trickles is refused after three checks', async () => {
    const socket = await begin('/webhooks/vcs', [length(declaredBytes), signature]);
    while (held() === 0) await new Promise(setImmediate);
    const answer = answerOf(socket);
    let checks = 0;
    while (statusOf(await Promise.race([answer, tick()])) !== 408) {
      socket.write('a');
      await tick();
      timers.advance(bodyCheckMs);
      checks++;
    }
    assert.ok(checks <= 4, `${checks} checks`);
  });

  test('bytes that were held are free after the answer, and after a client disconnects', async () => {
    const body = Buffer.from('{}');
    const answered = await begin('/webhooks/vcs', [length(body.length), signature], body);
    assert.equal(statusOf(await answerOf(answered)), 401, 'the signature is wrong');
    assert.equal(held(), 0);
    const leaving = await begin('/webhooks/vcs', [length(declaredBytes), signature]);
    while (held() === 0) await new Promise(setImmediate);
    leaving.destroy();
    while (held() > 0) await new Promise(setImmediate);
  });
});

const tick = () => new Promise<string>((resolve) => setTimeout(() => resolve('none'), 20));
