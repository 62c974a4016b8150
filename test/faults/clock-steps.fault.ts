import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { insertAccount } from '../../src/auth/index.ts';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { addAccount } from '../durability/account.ts';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { newMigratedDatabase, onEveryEngine } from '../support/engines.ts';
import { password, passwordHash } from '../support/password.ts';

const hourSeconds = 3_600;
const rateLimit = 50;

/** The library of Debian's libfaketime; with it a process reads the system time as a file says. */
function findFaketime(): string {
  const root = '/usr/lib';
  const found = readdirSync(root)
    .map((folder) => path.join(root, folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file));
  if (!found) throw new Error('libfaketime is not installed: apt-get install libfaketime');
  return found;
}

onEveryEngine('a system time that is set forward and back', (engine) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-clock-'));
  const file = path.join(folder, 'time');
  const setClock = (offsetSeconds: number) =>
    writeFileSync(file, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}\n`);
  let server: RunningServer;
  let authorization: string;
  let remove: () => Promise<void>;

  before(async () => {
    const database = await newMigratedDatabase(engine);
    remove = database.remove;
    const db = withReactions(await openDatabase(database.address), eventReactions);
    ({ authorization } = await addAccount(db));
    await db.transaction((tx) =>
      insertAccount(tx, Date.now(), { name: 'Ben', email: 'ben@example.org' }, passwordHash),
    );
    await db.close();
    setClock(0);
    server = await startServer(database.address, {
      LD_PRELOAD: findFaketime(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      RATE_LIMIT: String(rateLimit),
      LOG_LEVEL: 'fatal',
    });
  });
  after(async () => {
    await server.end('SIGTERM');
    await remove();
    rmSync(folder, { recursive: true });
  });

  const call = (
    method: string,
    url: string,
    body?: object,
    headers: Record<string, string> = { authorization },
  ) =>
    fetch(server.url + url, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const signIn = (guess: string) =>
    call('POST', '/api/auth/sign-in/email', { email: 'ben@example.org', password: guess }, {});

  test('the steps reach the server', async () => {
    setClock(hourSeconds);
    const response = await call('POST', '/api/projects', { name: 'Time', key: 'TIME' });
    const { createdAt } = ((await response.json()) as { data: { createdAt: string } }).data;
    const aheadMs = Date.parse(createdAt) - Date.now();
    assert.ok(Math.abs(aheadMs - hourSeconds * 1000) < 60_000, `${aheadMs} ms ahead`);
    setClock(0);
  });

  test('deliveries of webhooks go out after each step', async (t) => {
    const received: string[] = [];
    const receiver = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      received.push(text);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    t.after(() => receiver.close());
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    assert.equal((await call('POST', '/v1/webhooks', { url, events: ['project.created'] })).status, 201);
    for (const [i, offset] of [hourSeconds, 0, -hourSeconds, 0].entries()) {
      setClock(offset);
      const name = `Step ${i}`;
      assert.equal((await call('POST', '/api/projects', { name, key: `STEP${i}` })).status, 201);
      while (!received.some((text) => text.includes(name))) await wait(20);
    }
  });

  test('the rate limit neither ends nor lasts longer because of a step', async () => {
    // On PostgreSQL the window is a minute of the database's clock, which may end soon.
    while (Number((await call('GET', '/api/projects')).headers.get('ratelimit-reset')) < 5) await wait(500);
    let refused: Response | undefined;
    for (let i = 0; i <= rateLimit; i++) refused = await call('GET', '/api/projects');
    assert.equal(refused?.status, 429);
    for (const offset of [-hourSeconds, hourSeconds]) {
      setClock(offset);
      const still = await call('GET', '/api/projects');
      assert.equal(still.status, 429);
      assert.ok(Number(still.headers.get('retry-after')) <= 60);
    }
    setClock(0);
  });

  test('failed sign-ins from before the time was set back lock nobody out', async () => {
    setClock(24 * hourSeconds);
    for (let i = 0; i < 5; i++) assert.equal((await signIn('wrong password')).status, 401);
    assert.equal((await signIn(password)).status, 429);
    setClock(0);
    assert.equal((await signIn(password)).status, 200);
  });
});
