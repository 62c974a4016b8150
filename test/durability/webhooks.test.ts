import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Database, openDatabase, statement } from '../../src/platform/db/index.ts';
import { newDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { type RunningServer, startServer } from './running-server.ts';

// Processes that share a database share it; without it each would make a key of its own.
process.env.SECRETS_KEY = randomBytes(32).toString('base64');

const endLeases = statement<object>('update webhooks set lease_until = 0');
const pending = statement<object, { total: number }>(
  "select count(*) as total from webhook_deliveries where state <> 'delivered'",
);

onEveryEngine('webhooks of real servers', (engine) => {
  let home: TestDatabase;
  let db: Database;
  const receivers: Receiver[] = [];
  before(async () => {
    home = await newDatabase(engine);
    db = await openDatabase(home.address);
  });
  after(async () => {
    for (const receiver of receivers) await receiver.close();
    await db.close();
    await home.remove();
  });

  async function newReceiver(): Promise<Receiver> {
    const receiver = await openReceiver();
    receivers.push(receiver);
    return receiver;
  }

  let cookie = '';
  async function call(server: RunningServer, method: string, path: string, body?: object): Promise<Response> {
    const answer = await fetch(server.url + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    // A busy machine may refuse for a moment: then nothing happened.
    return answer.status === 503 ? call(server, method, path, body) : answer;
  }

  async function signUp(server: RunningServer): Promise<void> {
    const account = { name: 'Ada', email: `ada.${engine}@example.org`, password: 'correct horse battery' };
    const answer = await call(server, 'POST', '/api/auth/sign-up/email', account);
    assert.equal(answer.status, 201);
    cookie = String(answer.headers.get('set-cookie')).split(';')[0] as string;
  }

  const subscribe = async (server: RunningServer, url: string) => {
    const answer = await call(server, 'POST', '/v1/webhooks', {
      url,
      events: ['ticket.created'],
      secret: 's',
    });
    assert.equal(answer.status, 201);
  };

  const untilAllDelivered = async () => {
    while ((await db.reads.find(pending, {}))?.total !== 0)
      await new Promise((resolve) => setImmediate(resolve));
  };

  const titlesOf = ({ received }: Receiver) => received.map(({ json }) => json.data.ticket.title as string);

  test('killed between sending and writing it down, it sends again: the same event, and none is lost', async () => {
    const first = await startServer(home.address);
    await signUp(first);
    const receiver = await newReceiver();
    await subscribe(first, receiver.url);
    // Answers are held back: what arrived is sent, and not written down.
    receiver.answer(() => {});
    const acknowledged: string[] = [];
    for (let i = 0; i < 15; i++) {
      const title = `Ticket ${i}`;
      if ((await call(first, 'POST', '/api/tickets', { title })).status === 201) acknowledged.push(title);
    }
    await receiver.until(10);
    await first.end('SIGKILL');
    const sentBefore = receiver.received.map(({ headers }) => headers['webhook-id']);
    receiver.answer(200);
    // Its leases end in a minute, which need not be waited for.
    await db.transaction((tx) => tx.run(endLeases, {}));
    const second = await startServer(home.address);
    await untilAllDelivered();
    await second.end('SIGTERM');
    assert.equal(acknowledged.length, 15);
    assert.deepEqual([...new Set(titlesOf(receiver))].sort(), acknowledged.sort());
    const bodies = new Map<unknown, string>();
    for (const { headers, body } of receiver.received) {
      const known = bodies.get(headers['webhook-id']) ?? body.toString();
      assert.equal(body.toString(), known);
      bodies.set(headers['webhook-id'], known);
    }
    const sentAgain = receiver.received.slice(sentBefore.length).map(({ headers }) => headers['webhook-id']);
    for (const id of sentBefore) assert.ok(sentAgain.includes(id), 'what was not written down is sent again');
  });

  if (engine === 'postgres') {
    test('two servers on one database send everything once', async () => {
      const servers = [await startServer(home.address), await startServer(home.address)] as const;
      const own = await Promise.all([newReceiver(), newReceiver(), newReceiver(), newReceiver()]);
      for (const [index, { url }] of own.entries()) await subscribe(servers[index % 2 ? 1 : 0], url);
      const titles = Array.from({ length: 40 }, (_, index) => `Shared ${index}`);
      await Promise.all(
        titles.map(async (title, index) => {
          const answer = await call(servers[index % 2 ? 1 : 0], 'POST', '/api/tickets', { title });
          assert.equal(answer.status, 201);
        }),
      );
      await untilAllDelivered();
      for (const receiver of own) assert.deepEqual(titlesOf(receiver).sort(), [...titles].sort());
      await Promise.all(servers.map((server) => server.end('SIGTERM')));
    });
  }
});
