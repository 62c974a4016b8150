import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { onEveryEngine } from '../../test/support/engines.ts';
import { listen, openStream } from '../../test/support/live-stream.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { buildApp } from '../composition/app.ts';
import { secondMs } from '../platform/clock.ts';
import { statement } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import { type Monitoring, startMonitoring } from './index.ts';

const token = 'scrape-me';
const never = Number.POSITIVE_INFINITY;
const insertMail = statement<{ dueAt: number; userId: string }>(`
  insert into mails (id, kind, subject_id, user_id, due_at, created_at)
  values ('m1', 'digest', 's1', :userId, :dueAt, :dueAt)`);

onEveryEngine('metrics', (engine) => {
  let world: World;
  let ada: Person;
  let monitoring: Monitoring;
  let app: FastifyInstance;
  const lines: Record<string, unknown>[] = [];
  const logger = {
    warn: (fields: object, message: string) => void lines.push({ ...fields, message }),
    info: () => {},
    error: () => {},
    debug: () => {},
  } as unknown as Logger;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', METRICS_TOKEN: token, SLOW_REQUEST_MS: '0' });
    ada = await world.person('Ada', 'ADMIN');
    const waits = { shareWaitMs: never, waitMsMax: never };
    const admission = { burst: waits, lasting: waits };
    monitoring = startMonitoring({ ...world.context, logger });
    app = buildApp(world.context, { monitoring, admission });
    await app.ready();
  });
  after(async () => {
    await monitoring.close();
    await app.close();
    await world.close();
  });

  const scrape = async (authorization = `Bearer ${token}`, from = app) =>
    from.inject({ url: '/metrics', headers: { authorization } });
  const samples = async () => {
    const { statusCode, body } = await scrape();
    assert.equal(statusCode, 200);
    return new Map(
      body
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    );
  };

  test('metrics are answered only to those who know the token', async () => {
    assert.equal((await scrape()).statusCode, 200);
    for (const header of ['', 'Bearer', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`])
      assert.equal((await scrape(header)).statusCode, 401, header);
    const sameSession = await app.inject({ url: '/metrics', headers: { cookie: ada.cookie } });
    assert.equal(sameSession.statusCode, 401);
  });

  test('without a token or an address of its own there is no /metrics', async () => {
    const config = { ...world.config, METRICS_TOKEN: undefined };
    const silent = startMonitoring({ ...world.context, config });
    const other = buildApp({ ...world.context, config }, { monitoring: silent });
    assert.equal(silent.metrics, undefined);
    assert.equal((await scrape(`Bearer ${token}`, other)).statusCode, 404);
    await silent.close();
    await other.close();
  });

  test('METRICS_LISTEN serves /metrics alone, and PORT no longer does', async () => {
    const METRICS_LISTEN = { host: '127.0.0.1', port: 0 };
    const config = { ...world.config, METRICS_LISTEN };
    const listening = startMonitoring({ ...world.context, config });
    const other = buildApp({ ...world.context, config }, { monitoring: listening });
    const origin = `http://127.0.0.1:${await listening.listen()}`;
    const get = (path: string, headers = {}) => fetch(origin + path, { headers });
    assert.equal((await scrape(`Bearer ${token}`, other)).statusCode, 404);
    assert.equal((await get('/metrics')).status, 401);
    const answer = await get('/metrics', { authorization: `Bearer ${token}` });
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /^docket_build_info\{version=/m);
    assert.equal((await get('/api/tickets', { cookie: ada.cookie })).status, 404);
    await listening.close();
    await other.close();
    await assert.rejects(get('/metrics'));
  });

  test('requests are counted by the pattern of their route, so that paths make no series', async () => {
    const get = (url: string) => app.inject({ url, headers: { cookie: ada.cookie } });
    for (const id of ['ABC-1', 'ABC-2', 'secret-name']) await get(`/api/tickets/${id}`);
    for (const path of ['/secret-path-1', '/secret-path-2']) await get(path);
    const found = await samples();
    const requests = (route: string, status: number) =>
      found.get(`docket_http_requests_total{method="GET",route="${route}",status="${status}"}`);
    assert.equal(requests('/api/tickets/:id', 404), 3);
    assert.equal(requests('unmatched', 404), 2);
    assert.equal(
      found.get('docket_http_request_duration_seconds_count{method="GET",route="/api/tickets/:id"}'),
      3,
    );
    assert.doesNotMatch([...found.keys()].join('\n'), /secret/);
  });

  test('a request that is refused before it is authenticated is measured from its arrival', async () => {
    await app.inject({ url: '/api/views' });
    const sum = (await samples()).get(
      'docket_http_request_duration_seconds_sum{method="GET",route="/api/views"}',
    );
    assert.ok(sum !== undefined && sum < 60, `${sum} s`);
  });

  test('queues tell how much is due and since when', async () => {
    const hook = { url: 'http://127.0.0.1:9/', events: ['ticket.created'] };
    assert.equal((await ada.post('/v1/webhooks', hook)).status, 201);
    const before = await samples();
    assert.equal(before.get('docket_queue_items{queue="webhook_deliveries"}'), 0);
    for (const title of ['One', 'Two']) await ada.post('/api/tickets', { title });
    const task = { kind: 'fix', title: 'Task', instructions: 'Do it' };
    assert.equal((await ada.post('/v1/agent-tasks', task)).status, 201);
    const dueAt = world.clock.now();
    await world.db.transaction((tx) => tx.run(insertMail, { dueAt, userId: ada.id }));
    world.clock.advance(90 * secondMs);

    // Readings are kept for 5 s, so a new one is made.
    const anew = startMonitoring({ ...world.context, logger });
    const { text } = await (anew.metrics as NonNullable<typeof anew.metrics>).render();
    await anew.close();
    const value = (name: string) =>
      Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (.+)$`, 'm').exec(text)?.[1]);
    const read = (queue: string) => [
      value(`docket_queue_items{queue="${queue}"}`),
      value(`docket_queue_oldest_age_seconds{queue="${queue}"}`),
    ];
    assert.deepEqual(read('webhook_deliveries'), [2, 90]);
    assert.deepEqual(read('mails'), [1, 90]);
    assert.deepEqual(read('agent_tasks'), [1, 90]);
    assert.deepEqual(read('docs_jobs'), [0, 0]);
    const { body } = await ada.get('/api/instance/status');
    assert.deepEqual(body.data.background.webhookDeliveries, { waiting: 2, lagSeconds: 90 });
  });

  test('the age of backups, their failure and the free space of each folder are told', async () => {
    const backups = { everyMs: 3_600_000, last: async () => ({ succeededAt: 5_000, hasFailedSince: true }) };
    const folders = { data: world.config.DATA_DIR, backups: '/nowhere/to/be/found' };
    const watching = startMonitoring({ ...world.context, backups, folders, logger });
    const { text } = await (watching.metrics as NonNullable<typeof watching.metrics>).render();
    await watching.close();
    assert.match(text, /^docket_backup_last_success_timestamp_seconds 5$/m);
    assert.match(text, /^docket_backup_failed 1$/m);
    assert.match(text, /^docket_backup_interval_seconds 3600$/m);
    const value = (name: string) =>
      Number(new RegExp(`^${name}\\{folder="data"\\} (.+)$`, 'm').exec(text)?.[1]);
    assert.ok(value('docket_disk_free_bytes') > 0);
    assert.ok(value('docket_disk_size_bytes') >= value('docket_disk_free_bytes'));
    assert.doesNotMatch(text, /folder="backups"/);
  });

  test('a database that does not answer leaves its gauges out and says so', async () => {
    const db = { ...world.db, reads: { ...world.db.reads, find: () => Promise.reject(new Error('down')) } };
    const broken = startMonitoring({ ...world.context, db, logger });
    const { text } = await (broken.metrics as NonNullable<typeof broken.metrics>).render();
    await broken.close();
    assert.match(text, /^docket_db_up 0$/m);
    assert.doesNotMatch(text, /^docket_queue_items\{/m);
    assert.match(text, /^docket_read_lanes_waiting 0$/m);
  });

  test('commits and open streams are measured', async () => {
    const commits = async () => (await samples()).get('docket_db_commit_duration_seconds_count') ?? 0;
    const before = await commits();
    await ada.post('/api/tickets', { title: 'Measured' });
    assert.ok((await commits()) > before);
    const stream = await openStream(await listen(app), { cookie: ada.cookie });
    assert.equal((await samples()).get('docket_http_streams'), 1);
    stream.close();
    while ((await samples()).get('docket_http_streams') !== 0) await wait(10);
  });

  test('slow requests and statements are logged with route and text, without values', async () => {
    const config = { ...world.config, SLOW_REQUEST_MS: 1e-6, SLOW_STATEMENT_MS: 1e-6 };
    const watching = startMonitoring({ ...world.context, config, logger });
    const other = buildApp({ ...world.context, config }, { monitoring: watching });
    lines.length = 0;
    await other.inject({ url: '/api/tickets?query=private-words', headers: { cookie: ada.cookie } });
    await watching.close();
    await other.close();
    const slow = lines.filter(({ message }) => message === 'Slow statement');
    assert.ok(slow.some(({ statement: text }) => /select .* from sessions/.test(String(text))));
    const [line] = lines.filter(({ message }) => message === 'Slow request');
    assert.deepEqual([line?.route, line?.method, line?.status], ['/api/tickets', 'GET', 200]);
    assert.doesNotMatch(JSON.stringify(lines), /private-words/);
    assert.doesNotMatch(JSON.stringify(lines), new RegExp(ada.id));
  });

  test('a flood of slow statements is cut to some lines a minute', async () => {
    const config = { ...world.config, SLOW_STATEMENT_MS: 1e-6 };
    const watching = startMonitoring({ ...world.context, config, logger });
    lines.length = 0;
    for (let i = 0; i < 40; i++) await world.db.reads.find(oneRow, {});
    await watching.close();
    assert.equal(lines.length, 30);
  });
});

const oneRow = statement<object, { one: number }>('select 1 as one');
