import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createApiKey, insertAccount } from '../../src/auth/index.ts';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type Database, openDatabase, statement } from '../../src/platform/db/index.ts';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { newMigratedDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';
import { startFakeHost } from '../support/fake-code-host.ts';
import { newRepositories } from '../support/git-history.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { request } from './steady-writers.ts';

/** It takes 7 s on a quiet machine. Without the take-over it would be a minute. */
const takeOverMs = 30_000;
const draftedMs = 60_000;
const pausedMs = 8_000;

const mailStates = statement<object, { state: string; problem: string | null }>(
  "select state, problem from mails where state <> 'waiting'",
);
const jobAttempts = statement<object, { attempts: number }>('select attempts from docs_jobs');
const endListening = statement<object>(`select pg_terminate_backend(pid) from pg_stat_activity
  where application_name like 'docket notifications%' and datname = current_database()`);

onEveryEngine('work of a process that ended', (engine) => {
  const repositories = newRepositories();
  let codeHost: Awaited<ReturnType<typeof startFakeHost>>;
  let home: TestDatabase;
  let mail: MailServer;
  let receiver: Receiver;
  let environment: NodeJS.ProcessEnv;
  let first: RunningServer;
  let second: RunningServer;
  let authorization: string;
  let benId: string;

  before(async () => {
    repositories.add('acme/site', [
      { message: 'feat: one', files: { 'a.ts': 'export const a = 1;\n' } },
      { message: 'feat: two', branch: 'next', parents: [1], files: { 'b.ts': 'export const b = 2;\n' } },
    ]);
    codeHost = await startFakeHost('github', repositories.root);
    mail = await startMailServer();
    receiver = await openReceiver();
    environment = {
      SMTP_URL: mail.url,
      GITHUB_TOKEN: 'good-token',
      GITHUB_API_URL: codeHost.origin,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'silent',
    };
    home = await newMigratedDatabase(engine);
    await withDatabase((db) =>
      db.transaction(async (tx) => {
        const now = systemClock.now();
        const ada = await insertAccount(tx, now, { name: 'Ada', email: 'ada@example.org' }, 'no password');
        benId = (await insertAccount(tx, now, { name: 'Ben', email: 'ben@example.org' }, 'no password')).id;
        const { key } = await createApiKey(tx, { clock: { now: () => now } }, ada.id, { name: 'k' });
        authorization = `Bearer ${key}`;
      }),
    );
    first = await startServer(home.address, environment);
    const webhook = { url: receiver.url, events: ['ticket.created'], secret: 's' };
    await post(first, '/v1/webhooks', webhook);
  });
  after(async () => {
    for (const server of [first, second]) await server?.end('SIGKILL');
    await Promise.all([receiver.close(), mail.close(), codeHost.close()]);
    repositories.remove();
    await home.remove();
  });

  const post = (server: RunningServer, path: string, body: object) =>
    request(server, { authorization }, 'POST', path, body);
  const create = (server: RunningServer, title: string, more: object = {}) =>
    post(server, '/api/tickets', { title, ...more });
  const countOf = (title: string) => titles().filter((received) => received === title).length;
  const titles = () => receiver.received.map(({ json }) => json.data.ticket.title as string);

  async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = withReactions(await openDatabase(home.address), eventReactions);
    return work(db).finally(() => db.close());
  }

  async function within(ms: number, what: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = performance.now() + ms;
    while (!(await isDone())) {
      assert.ok(performance.now() < deadline, `not within ${ms} ms: ${what}`);
      await wait(50);
    }
  }

  test('deliveries and documentation jobs of a killed process go on, and its mails are reported', async () => {
    // The process holds a delivery, a job and a mail, none of which ends.
    receiver.answer(() => {});
    const received = Promise.withResolvers<void>();
    mail.beforeResponse = () => {
      received.resolve();
      return new Promise(() => {});
    };
    const comparing = Promise.withResolvers<void>();
    codeHost.state.hold = ({ path }) => {
      if (!path.includes('/compare/')) return undefined;
      comparing.resolve();
      return new Promise(() => {});
    };
    const range = { repo: 'acme/site', base: 'main', head: 'next' };
    const job = await fetch(`${first.url}/api/docs/generate`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify(range),
    });
    const { data } = (await job.json()) as { data: { url: string } };
    await create(first, 'In flight', { assigneeId: benId });
    await Promise.all([receiver.until(1), received.promise, comparing.promise]);
    if (engine === 'postgres') second = await startServer(home.address, environment);
    await first.end('SIGKILL');
    const sentBefore = countOf('In flight');
    receiver.answer(200);
    mail.beforeResponse = undefined;
    codeHost.state.hold = undefined;
    if (engine === 'sqlite') second = await startServer(home.address, environment);

    await create(second, 'Waiting');
    const deadline = performance.now() + takeOverMs;
    const left = () => deadline - performance.now();
    const isDelivered = () => countOf('Waiting') === 1 && countOf('In flight') === sentBefore + 1;
    await within(left(), 'deliveries', isDelivered);
    await withDatabase(async ({ reads }) => {
      await within(left(), 'job', async () => (await reads.find(jobAttempts, {}))?.attempts === 2);
      const [state] = await reads.list(mailStates, {});
      assert.deepEqual(state, { state: 'unknown', problem: 'process_ended' });
    });
    await within(draftedMs, 'drafts', async () => {
      const { state } = (await request(second, { authorization }, 'GET', data.url)).data;
      return state === 'done';
    });
  });

  if (engine !== 'postgres') return;

  const untilDelivered = (expected: string[]) =>
    within(takeOverMs, 'deliveries', () => expected.every((title) => titles().includes(title)));

  test('deliveries of a paused process wait for it, and each is sent once', async () => {
    first = await startServer(home.address, environment);
    await create(second, 'Leased');
    await untilDelivered(['Leased']);
    second.signal('SIGSTOP');
    const waiting = ['Waiting 1', 'Waiting 2', 'Waiting 3'];
    for (const title of waiting) await create(first, title);
    await wait(pausedMs);
    assert.ok(!titles().some((title) => waiting.includes(title)), 'another process took the webhook over');
    second.signal('SIGCONT');
    await untilDelivered(waiting);
    assert.deepEqual(waiting.map(countOf), [1, 1, 1]);
  });

  test('a process whose listening session is ended keeps its work, and each delivery is sent once', async () => {
    await withDatabase((db) => db.transaction((tx) => tx.run(endListening, {})));
    const made = Array.from({ length: 10 }, (_, i) => `Session ${i}`);
    for (const title of made) await create(first, title);
    await untilDelivered(made);
    await wait(pausedMs);
    assert.ok(made.every((title) => countOf(title) === 1));
  });
});
