import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { eventReactions } from '../../src/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { type Database, openDatabase, statement } from '../../src/platform/db/index.ts';
import { newDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';
import { startFakeHost } from '../support/fake-code-host.ts';
import { newRepositories } from '../support/git-history.ts';
import { gitObjects } from '../support/git-objects.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { signedHosts } from '../support/webhooks.ts';
import { type Account, addAccount, bodyOf } from './account.ts';
import { deliveries, sendDeliveries, sendDelivery } from './delivery-senders.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { newTicketWriters, type TicketWriters } from './ticket-writers.ts';

const endWithinMs = 5_000;
const deliveredWithinMs = 60_000;
const lookAgainMs = 20;
// Three moments that are not alike, the same in every run: so much has happened, then the power goes.
const sentBeforeTheFirstEnd = 10;
const takenBeforeTheSecondEnd = 60;
const answersBeforeTheThirdEnd = 150;

const range = { repo: 'acme/site', base: 'main', head: 'next' };

// The minute that passes until a process that says nothing is given up, without waiting for it.
const endJobLeases = statement<object>("update docs_jobs set leased_until = 0 where state = 'running'");
const endWebhookLeases = statement<object>('update webhooks set lease_until = 0');
// On SQLite nobody else writes anyway as long as somebody is in a transaction.
const keepFromWriting = statement<object>('lock table tickets, inbound_deliveries in exclusive mode');
const undelivered = statement<object, { total: number }>(
  "select count(*) as total from webhook_deliveries where state <> 'delivered'",
);
const ticketTitles = statement<object, { title: string }>('select title from tickets');
const inboundRows = statement<object, { ledger: number; bodies: number; tasks: number; told: number }>(`
  select (select count(*) from inbound_deliveries) as ledger, (select count(*) from inbound_bodies) as bodies,
    (select count(*) from agent_tasks) as tasks,
    (select count(*) from events where type in ('agent_task.queued', 'agent_task.held')) as told`);

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

  const taken = new Set<number>();
  let sentAndNotWrittenDown: string[];
  let jobPath: string;
  let jobAfterTheEnd: { state: string; progress?: { step: string } };

  before(async () => {
    await prepare();
    server = await startServer(home.address, environment);
    const project = await ada.send(server, 'POST', '/api/projects', { name: 'Engine', key: 'ENG' });
    writers = newTicketWriters(ada, (await bodyOf(project)).data.id);
    receiver = await subscribe(server);
    await loseItWhileSendingAndPublishing();
    server = await startServer(home.address, environment);
    jobAfterTheEnd = (await bodyOf(await ada.send(server, 'GET', jobPath))).data;
    await withDatabase(writers.assertKept);
    await endLeases();
    await loseItWhileTakingDeliveries();
    server = await startServer(home.address, environment);
    await withDatabase(writers.assertKept);
    await loseItWhileWriting();
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
      // Processes that share a database share it; without it each would make a key of its own.
      SECRETS_KEY: randomBytes(32).toString('base64'),
    };
    home = await newDatabase(engine);
    ada = await withDatabase(addAccount);
  }

  /** Open for a moment only: as long as somebody else has the file open, SQLite finds nothing to mend after a crash. */
  async function withDatabase<T>(look: (db: Database) => Promise<T>): Promise<T> {
    const db = withReactions(await openDatabase(home.address), eventReactions);
    return look(db).finally(() => db.close());
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
    const made = await openReceiver();
    openReceivers.push(made);
    const wish = { url: made.url, events: ['ticket.created'], secret: 's' };
    assert.equal((await ada.send(to, 'POST', '/v1/webhooks', wish)).status, 201);
    return made;
  }

  const untilAllDelivered = () =>
    withDatabase(async (db) => {
      const deadline = performance.now() + deliveredWithinMs;
      while ((await db.reads.find(undelivered, {}))?.total !== 0) {
        assert.ok(performance.now() < deadline, 'something is not delivered');
        await wait(lookAgainMs);
      }
    });

  async function loseItWhileSendingAndPublishing(): Promise<void> {
    const publishing = Promise.withResolvers<void>();
    const dead = Promise.withResolvers<void>();
    codeHost.state.hold = ({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/pulls')) return undefined;
      publishing.resolve();
      return dead.promise;
    };
    const wish = { ...range, openPr: true };
    const job = await ada.send(server, 'POST', '/api/docs/generate', wish, { prefer: 'respond-async' });
    jobPath = (await bodyOf(job)).data.url;
    await publishing.promise;
    // Answers are held back: what arrived is sent, and not written down.
    receiver.answer(() => {});
    const sent = receiver.until(sentBeforeTheFirstEnd).then(() => server.end('SIGKILL'));
    await Promise.all([writers.writeUntilDead(server), sent]);
    sentAndNotWrittenDown = receiver.received.map(idOf);
    receiver.answer(200);
    // The code host opens the pull request, and Docket does not know.
    dead.resolve();
    while (codeHost.pulls.length === 0) await wait(lookAgainMs);
    codeHost.state.hold = undefined;
  }

  async function loseItWhileTakingDeliveries(): Promise<void> {
    const followed = await ada.send(server, 'GET', `${jobPath}/events`);
    await followed.text();
    let ending: Promise<unknown> | undefined;
    const sending = sendDeliveries(server, (index) => {
      taken.add(index);
      if (taken.size === takenBeforeTheSecondEnd) ending = server.end('SIGKILL');
    });
    await Promise.all([sending, writers.writeUntilDead(server)]);
    await ending;
    assert.ok(taken.size < deliveries);
  }

  async function loseItWhileWriting(): Promise<void> {
    let answers = 0;
    let ending: Promise<unknown> | undefined;
    await writers.writeUntilDead(server, () => {
      if (++answers !== answersBeforeTheThirdEnd) return;
      // Many are answered together; one look later all are in the middle of their next change.
      ending = ada.send(server, 'GET', '/api/tickets?limit=1').then(() => server.end('SIGKILL'));
    });
    await ending;
  }

  test('a server killed with SIGKILL keeps every acknowledged change and no partial one', async () => {
    await writers.assertAllThere(server);
    await withDatabase(writers.assertKept);
  });

  test('a webhook delivery that was sent but not recorded before SIGKILL is sent again with the same event', async () => {
    await untilAllDelivered();
    const { received } = receiver;
    const titles = new Set(titlesOf(receiver));
    assert.deepEqual(
      writers.titles().filter((title) => !titles.has(title)),
      [],
    );
    const there = (await withDatabase((db) => db.reads.list(ticketTitles, {}))).map(({ title }) => title);
    assert.deepEqual(titles.difference(new Set(there)), new Set(), 'what never happened is told to nobody');
    const bodies = new Map<string, string>();
    for (const one of received) {
      const known = bodies.get(idOf(one)) ?? one.body.toString();
      assert.equal(one.body.toString(), known);
      bodies.set(idOf(one), known);
    }
    const sentAgain = new Set(received.slice(sentAndNotWrittenDown.length).map(idOf));
    assert.ok(sentAndNotWrittenDown.length >= sentBeforeTheFirstEnd);
    for (const id of sentAndNotWrittenDown) assert.ok(sentAgain.has(id));
  });

  test('a docs job interrupted by SIGKILL is resumed by the next process with one pull request', async () => {
    assert.deepEqual([jobAfterTheEnd.state, jobAfterTheEnd.progress?.step], ['running', 'publishing']);
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
    const forgotten = [...taken].filter((index) => !repeated.has(index));
    assert.deepEqual(forgotten, [], 'what was answered is remembered');
    assert.deepEqual(await withDatabase((db) => db.reads.find(inboundRows, {})), {
      ledger: deliveries,
      bodies: deliveries,
      tasks: deliveries,
      told: deliveries,
    });
  });

  let servers: [RunningServer, RunningServer];
  const hasAnother = engine === 'postgres';
  test(`every webhook delivery is sent once${hasAnother ? ' by two processes on one database' : ''}`, async () => {
    servers = [server, hasAnother ? await startServer(home.address, environment) : server];
    const receivers = await Promise.all([0, 1, 0, 1].map((index) => subscribe(servers[index as 0 | 1])));
    const titles = Array.from({ length: 40 }, (_, index) => `Shared ${index}`);
    await Promise.all(
      titles.map(async (title, index) => {
        const answer = await ada.send(servers[index % 2 ? 1 : 0], 'POST', '/api/tickets', { title });
        assert.equal(answer.status, 201);
      }),
    );
    await untilAllDelivered();
    for (const one of receivers) assert.deepEqual(titlesOf(one).sort(), [...titles].sort());
  });

  if (hasAnother) {
    test('two processes asked for the same docs drafts at once make one pull request and one workflow run', async () => {
      const isBoth = Promise.withResolvers<void>();
      let asking = 0;
      // Both have looked and found nothing before either writes.
      codeHost.state.hold = ({ method, path }) => {
        if (method !== 'POST' || !path.endsWith('/git/refs')) return undefined;
        if (++asking === 2) isBoth.resolve();
        return isBoth.promise;
      };
      const pullsBefore = codeHost.pulls.length;
      const wish = { ...range, openPr: true, prNumber: 9, triggerWorkflow: true };
      const answers = await Promise.all(
        servers.map(async (one) => bodyOf(await ada.send(one, 'POST', '/api/docs/generate', wish))),
      );
      await servers[1].end('SIGTERM');
      codeHost.state.hold = undefined;
      assert.equal(asking, 2);
      assert.equal(codeHost.pulls.length, pullsBefore + 1, JSON.stringify(answers));
      assert.equal(codeHost.runs.length, 1);
      const objects = gitObjects(`${repositories.root}/acme/site.git`);
      assert.equal(objects.list('docs/pr-9', '^main').length, 1);
      const number = codeHost.pulls[pullsBefore]?.number;
      assert.deepEqual(
        answers.map(({ pr, workflow }) => [pr?.number, workflow?.id]),
        [
          [number, '9001'],
          [number, '9001'],
        ],
      );
    });
  }

  test('no change is acknowledged while the database cannot be written', async () => {
    let acknowledged = 0;
    let writing: Promise<Response>[] = [];
    await withDatabase((db) =>
      db.transaction(async (tx) => {
        if (engine === 'postgres') await tx.run(keepFromWriting, {});
        writing = [
          ada.send(server, 'POST', '/api/tickets', { title: 'Patience' }),
          sendDelivery(server, deliveries),
        ];
        for (const one of writing)
          void one.then(({ ok }) => {
            if (ok) acknowledged++;
          });
        // Who only reads is answered meanwhile, so there was time enough.
        for (let reads = 0; reads < 5; reads++) await ada.send(server, 'GET', '/api/tickets');
        assert.equal(acknowledged, 0);
      }),
    );
    const statuses = (await Promise.all(writing)).map(({ status }) => status);
    assert.deepEqual(statuses, [201, 202]);
  });

  test('SIGTERM lets accepted requests finish and exits with 0 within five seconds', async () => {
    const accounts = Array.from({ length: 6 }, (_, i) => ({
      name: `Person ${i}`,
      email: `person${i}@example.org`,
      password: 'correct horse battery',
    }));
    // Each takes its time to hash a password, so all are under way when the signal comes.
    const answers = accounts.map((account) => ada.send(server, 'POST', '/api/auth/sign-up/email', account));
    await Promise.race(answers);
    const told = performance.now();
    const ended = server.end('SIGTERM');
    const statuses = (await Promise.all(answers)).map((answer) => answer.status);
    assert.deepEqual([...new Set(statuses)], [201]);
    assert.deepEqual(await ended, { code: 0, signal: null });
    assert.ok(performance.now() - told < endWithinMs);
    // SQLite removes its log when it is closed properly: the end did not have to be forced.
    if (home.address.engine === 'sqlite') assert.equal(existsSync(`${home.address.file}-wal`), false);
  });
});
