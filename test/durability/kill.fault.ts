import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { type Database, openDatabase, statement } from '../../src/platform/db/index.ts';
import { newMigratedDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';
import { startFakeHost } from '../support/fake-code-host.ts';
import { newRepositories } from '../support/git-history.ts';
import { gitObjects } from '../support/git-objects.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { signedHosts } from '../support/webhooks.ts';
import { type Account, addAccount, bodyOf } from './account.ts';
import { deliveries, sendDeliveries, sendDelivery } from './delivery-senders.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { newTicketWriters, type TicketWriters } from './ticket-writers.ts';

const deliveredWithinMs = 120_000;
const pollMs = 20;
// The server is killed three times, each time after this much of another kind of work, the same in every run.
const sentBeforeFirstKill = 10;
const acceptedBeforeSecondKill = 60;
const acknowledgedBeforeThirdKill = 150;

const range = { repo: 'acme/site', base: 'main', head: 'next' };

const unfinishedJob = statement<object, { state: string; progress: string }>(
  'select state, progress from docs_jobs',
);
// Ends the leases of the killed process at once; on PostgreSQL the next process would do so after some seconds.
const endJobLeases = statement<object>("update docs_jobs set leased_until = 0 where state = 'running'");
const endWebhookLeases = statement<object>('update webhooks set lease_until = 0');
// PostgreSQL only: on SQLite an open write transaction blocks all other writers.
const lockTables = statement<object>('lock table tickets, inbound_deliveries in exclusive mode');
const undelivered = statement<object, { total: number }>(
  "select count(*) as total from webhook_deliveries where state <> 'delivered'",
);
const ticketTitles = statement<object, { title: string }>('select title from tickets');
const inboundRows = statement<object, { ledger: number; bodies: number; tasks: number; events: number }>(`
  select (select count(*) from inbound_deliveries) as ledger, (select count(*) from inbound_bodies) as bodies,
    (select count(*) from agent_tasks) as tasks,
    (select count(*) from events where type in ('agent_task.queued', 'agent_task.held')) as events`);

const idOf = ({ headers }: Receiver['received'][number]) => headers['webhook-id'] as string;
const titlesOf = ({ received }: Receiver) => received.map(({ json }) => json.data.ticket.title as string);

onEveryEngine('server killed with SIGKILL', (engine) => {
  const repositories = newRepositories();
  let codeHost: Awaited<ReturnType<typeof startFakeHost>>;
  let home: TestDatabase;
  let server: RunningServer;
  let ada: Account;
  let writers: TicketWriters;
  let receiver: Receiver;
  let environment: NodeJS.ProcessEnv;
  const openReceivers: Receiver[] = [];

  const accepted = new Set<number>();
  let sentButNotRecorded: string[];
  let jobPath: string;
  let jobAfterKill: { state: string; progress: string } | undefined;

  before(async () => {
    await prepare();
    server = await startServer(home.address, environment);
    const project = await ada.send(server, 'POST', '/api/projects', { name: 'Engine', key: 'ENG' });
    writers = newTicketWriters(ada, (await bodyOf(project)).data.id);
    receiver = await subscribe(server);
    await killWhileSendingAndPublishing();
    jobAfterKill = await withDatabase((db) => db.reads.find(unfinishedJob, {}));
    server = await startServer(home.address, environment);
    await withDatabase(writers.assertStored);
    await endLeases();
    await killWhileAcceptingDeliveries();
    server = await startServer(home.address, environment);
    await withDatabase(writers.assertStored);
    await killWhileWriting();
    server = await startServer(home.address, environment);
    await endLeases();
  });
  after(async () => {
    await server?.end('SIGKILL');
    for (const open of openReceivers) await open.close();
    await codeHost.close();
    repositories.remove();
    await home.remove();
  });

  async function prepare(): Promise<void> {
    repositories.add('acme/site', [
      { message: 'feat: one', files: { 'a.ts': 'export const a = 1;\n' } },
      { message: 'feat: two', branch: 'next', parents: [1], files: { 'b.ts': 'export const b = 2;\n' } },
    ]);
    codeHost = await startFakeHost('github', repositories.root);
    environment = {
      ...signedHosts,
      GITHUB_TOKEN: 'good-token',
      GITHUB_API_URL: codeHost.origin,
      // Processes on one database must share the key; without this variable each would generate its own.
      SECRETS_KEY: randomBytes(32).toString('base64'),
    };
    home = await newMigratedDatabase(engine);
    ada = await withDatabase(addAccount);
  }

  /** Closes the database again: SQLite skips crash recovery while another process has the file open. */
  async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = withReactions(await openDatabase(home.address), eventReactions);
    return work(db).finally(() => db.close());
  }

  const endLeases = () =>
    withDatabase((db) =>
      db.transaction(async (tx) => {
        await tx.run(endJobLeases, {});
        await tx.run(endWebhookLeases, {});
        tx.notify();
      }),
    );

  async function subscribe(to: RunningServer): Promise<Receiver> {
    const opened = await openReceiver();
    openReceivers.push(opened);
    const webhook = { url: opened.url, events: ['ticket.created'], secret: 's' };
    assert.equal((await ada.send(to, 'POST', '/v1/webhooks', webhook)).status, 201);
    return opened;
  }

  const untilAllDelivered = () =>
    withDatabase(async (db) => {
      const deadline = performance.now() + deliveredWithinMs;
      while ((await db.reads.find(undelivered, {}))?.total !== 0) {
        assert.ok(performance.now() < deadline, 'some webhook deliveries are still undelivered');
        await wait(pollMs);
      }
    });

  async function killWhileSendingAndPublishing(): Promise<void> {
    const publishing = Promise.withResolvers<void>();
    const killed = Promise.withResolvers<void>();
    codeHost.state.hold = ({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/pulls')) return undefined;
      publishing.resolve();
      return killed.promise;
    };
    const input = { ...range, openPr: true };
    const job = await ada.send(server, 'POST', '/api/docs/generate', input, { prefer: 'respond-async' });
    jobPath = (await bodyOf(job)).data.url;
    await publishing.promise;
    // The receiver does not respond, so the server cannot record that a delivery was sent.
    receiver.answer(() => {});
    const sent = receiver.until(sentBeforeFirstKill).then(() => server.end('SIGKILL'));
    await Promise.all([writers.writeUntilKilled(server), sent]);
    sentButNotRecorded = receiver.received.map(idOf);
    receiver.answer(200);
    // The code host opens the pull request after the server was killed.
    killed.resolve();
    while (codeHost.pulls.length === 0) await wait(pollMs);
    codeHost.state.hold = undefined;
  }

  async function killWhileAcceptingDeliveries(): Promise<void> {
    const jobEvents = await ada.send(server, 'GET', `${jobPath}/events`);
    await jobEvents.text();
    let ending: Promise<unknown> | undefined;
    const sending = sendDeliveries(server, (index) => {
      accepted.add(index);
      if (accepted.size === acceptedBeforeSecondKill) ending = server.end('SIGKILL');
    });
    await Promise.all([sending, writers.writeUntilKilled(server)]);
    await ending;
    assert.ok(accepted.size < deliveries);
  }

  async function killWhileWriting(): Promise<void> {
    let acknowledged = 0;
    let ending: Promise<unknown> | undefined;
    await writers.writeUntilKilled(server, () => {
      if (++acknowledged !== acknowledgedBeforeThirdKill) return;
      // Group commit acknowledges many changes together; after one read each client has sent its next change.
      ending = ada.send(server, 'GET', '/api/tickets?limit=1').then(() => server.end('SIGKILL'));
    });
    await ending;
  }

  test('a server killed with SIGKILL keeps every acknowledged change and no partial one', async () => {
    await writers.assertReadable(server);
    await withDatabase(writers.assertStored);
  });

  test('a webhook delivery that was sent but not recorded before SIGKILL is sent again with the same event', async () => {
    await untilAllDelivered();
    const { received } = receiver;
    const titles = new Set(titlesOf(receiver));
    assert.deepEqual(
      writers.titles().filter((title) => !titles.has(title)),
      [],
    );
    const stored = (await withDatabase((db) => db.reads.list(ticketTitles, {}))).map(({ title }) => title);
    assert.deepEqual(titles.difference(new Set(stored)), new Set(), 'a rolled back change was delivered');
    const bodies = new Map<string, string>();
    for (const request of received) {
      const firstBody = bodies.get(idOf(request)) ?? request.body.toString();
      assert.equal(request.body.toString(), firstBody);
      bodies.set(idOf(request), firstBody);
    }
    const sentAgain = new Set(received.slice(sentButNotRecorded.length).map(idOf));
    assert.ok(sentButNotRecorded.length >= sentBeforeFirstKill);
    for (const id of sentButNotRecorded) assert.ok(sentAgain.has(id));
  });

  test('a docs job interrupted by SIGKILL is resumed by the next process with one pull request', async () => {
    assert.equal(jobAfterKill?.state, 'running');
    assert.equal(JSON.parse(jobAfterKill.progress).step, 'publishing');
    const ended = (await bodyOf(await ada.send(server, 'GET', jobPath))).data;
    assert.equal(ended.state, 'done', JSON.stringify(ended));
    assert.deepEqual([ended.result.pr.number, codeHost.pulls.length], [101, 1]);
    const objects = gitObjects(`${repositories.root}/acme/site.git`);
    assert.equal(objects.list(ended.result.pr.branch, '^main').length, 1);
  });

  test('inbound deliveries repeated after SIGKILL have caused exactly one task each', async () => {
    const repeated = new Set<number>();
    await sendDeliveries(server, (index, isDuplicate) => {
      if (isDuplicate) repeated.add(index);
    });
    const lost = [...accepted].filter((index) => !repeated.has(index));
    assert.deepEqual(lost, [], 'accepted deliveries were lost');
    assert.deepEqual(await withDatabase((db) => db.reads.find(inboundRows, {})), {
      ledger: deliveries,
      bodies: deliveries,
      tasks: deliveries,
      events: deliveries,
    });
  });

  let servers: [RunningServer, RunningServer];
  const hasTwoServers = engine === 'postgres';
  test(`every webhook delivery is sent once${hasTwoServers ? ' by two processes on one database' : ''}`, async () => {
    servers = [server, hasTwoServers ? await startServer(home.address, environment) : server];
    const receivers = await Promise.all([0, 1, 0, 1].map((index) => subscribe(servers[index as 0 | 1])));
    const titles = Array.from({ length: 40 }, (_, index) => `Shared ${index}`);
    await Promise.all(
      titles.map(async (title, index) => {
        const response = await ada.send(servers[index % 2 ? 1 : 0], 'POST', '/api/tickets', { title });
        assert.equal(response.status, 201);
      }),
    );
    await untilAllDelivered();
    for (const one of receivers) assert.deepEqual(titlesOf(one).sort(), [...titles].sort());
  });

  if (hasTwoServers) {
    test('two processes that generate the same docs drafts at once make one pull request and one workflow run', async () => {
      const bothWaiting = Promise.withResolvers<void>();
      let waiting = 0;
      // Holds both until each has found no existing branch.
      codeHost.state.hold = ({ method, path }) => {
        if (method !== 'POST' || !path.endsWith('/git/refs')) return undefined;
        if (++waiting === 2) bothWaiting.resolve();
        return bothWaiting.promise;
      };
      const pullsBefore = codeHost.pulls.length;
      const input = { ...range, openPr: true, prNumber: 9, triggerWorkflow: true };
      const results = await Promise.all(
        servers.map(async (target) => bodyOf(await ada.send(target, 'POST', '/api/docs/generate', input))),
      );
      await servers[1].end('SIGTERM');
      codeHost.state.hold = undefined;
      assert.equal(waiting, 2);
      assert.equal(codeHost.pulls.length, pullsBefore + 1, JSON.stringify(results));
      assert.equal(codeHost.runs.length, 1);
      const objects = gitObjects(`${repositories.root}/acme/site.git`);
      assert.equal(objects.list('docs/pr-9', '^main').length, 1);
      const number = codeHost.pulls[pullsBefore]?.number;
      assert.deepEqual(
        results.map(({ pr, workflow }) => [pr?.number, workflow?.id]),
        [
          [number, '9001'],
          [number, '9001'],
        ],
        JSON.stringify(results),
      );
    });
  }

  test('no change is acknowledged while the database cannot be written', async () => {
    let acknowledged = 0;
    let writing: Promise<Response>[] = [];
    await withDatabase((db) =>
      db.transaction(async (tx) => {
        if (engine === 'postgres') await tx.run(lockTables, {});
        writing = [
          ada.send(server, 'POST', '/api/tickets', { title: 'Waits' }),
          sendDelivery(server, deliveries),
        ];
        for (const response of writing)
          void response.then(({ ok }) => {
            if (ok) acknowledged++;
          });
        // Five reads give the writes enough time to be acknowledged wrongly.
        for (let reads = 0; reads < 5; reads++) await ada.send(server, 'GET', '/api/tickets');
        assert.equal(acknowledged, 0);
      }),
    );
    const statuses = (await Promise.all(writing)).map(({ status }) => status);
    assert.deepEqual(statuses, [201, 202]);
  });

  test('SIGTERM lets accepted requests finish and exits with 0', async () => {
    const accounts = Array.from({ length: 6 }, (_, i) => ({
      name: `Person ${i}`,
      email: `person${i}@example.org`,
      password: 'correct horse battery',
    }));
    // Each sign-up hashes a password, which is slow, so the others still run when the signal is sent.
    const responses = accounts.map((account) => ada.send(server, 'POST', '/api/auth/sign-up/email', account));
    await Promise.race(responses);
    const ended = server.end('SIGTERM');
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    assert.deepEqual([...new Set(statuses)], [201]);
    assert.deepEqual(await ended, { code: 0, signal: null });
    // SQLite removes the write-ahead log when the database is closed properly.
    if (home.address.engine === 'sqlite') assert.equal(existsSync(`${home.address.file}-wal`), false);
  });
});
