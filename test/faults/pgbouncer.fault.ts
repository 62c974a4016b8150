import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { startServer } from '../durability/running-server.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
import { needsPostgres, readiness, type Scene, startScene, untilReady } from './scene.ts';
import { assertEachStoredOnce, startWriting } from './steady-writers.ts';

const sessions = 4;
const journeys = [
  'test/durability/concurrency.test.ts',
  'src/tickets/ticket-routes.test.ts',
  'src/agent-tasks/agent-task-routes.test.ts',
  'src/live/live-routes.test.ts',
  'src/platform/db/lanes/abandoned-request.test.ts',
];

describe('PgBouncer in transaction mode', needsPostgres, () => {
  let scene: Scene;
  let pooler: PgBouncer;
  let server: Scene['server'];

  before(async () => {
    scene = await startScene();
    pooler = await startPgBouncer(scene.cluster.url, sessions);
    server = await startServer(
      { engine: 'postgres', url: pooler.url, directUrl: scene.cluster.url },
      { LOG_LEVEL: 'fatal' },
    );
  });
  after(async () => {
    const { code } = await server.end('SIGTERM');
    await scene.server.end('SIGTERM');
    await pooler.remove();
    await scene.cluster.remove();
    assert.equal(code, 0, 'the server did not end by itself');
  });

  test('tickets, tasks, live updates, ended reads and concurrent changes work through it', async () => {
    // What belongs to the run of this test would mislead the one inside it.
    const { NODE_TEST_CONTEXT: _, TEST_QUEUE: __, TEST_TEMPLATES: ___, ...env } = process.env;
    const child = spawn(
      process.execPath,
      ['--test', '--test-reporter=dot', '--test-name-pattern=postgres', ...journeys],
      {
        env: { ...env, TEST_DATABASE_URL: scene.cluster.url, TEST_POOLER_URL: pooler.url },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const [code] = await once(child, 'exit');
    assert.equal(code, 0, output);
  });

  test('a restart of PgBouncer answers 503 meanwhile, loses nothing, and work goes on', async () => {
    const writing = startWriting(server, scene.caller);
    await writing.untilMoreAcknowledged();
    for (let i = 0; i < 3; i++) {
      await pooler.stop();
      await writing.untilMoreRefused();
      assert.deepEqual(await readiness(server), [503, 'The database does not answer']);
      await pooler.start();
      await untilReady(server);
      await writing.untilMoreAcknowledged();
    }
    const { acknowledged } = await writing.stop();
    const stored = await scene.cluster.run("select title from tickets where title like 'Ticket %'");
    assertEachStoredOnce(
      stored.rows.map(({ title }) => title),
      acknowledged,
    );
  });

  test('a restart of PostgreSQL behind PgBouncer loses nothing, and work goes on', async () => {
    await scene.cluster.run("delete from tickets where title like 'Ticket %'");
    const writing = startWriting(server, scene.caller);
    await writing.untilMoreAcknowledged();
    await scene.cluster.stop('immediate');
    await writing.untilMoreRefused();
    await scene.cluster.start();
    await writing.untilMoreAcknowledged();
    const { acknowledged } = await writing.stop();
    const stored = await scene.cluster.run("select title from tickets where title like 'Ticket %'");
    assertEachStoredOnce(
      stored.rows.map(({ title }) => title),
      acknowledged,
    );
  });

  test('nothing of one transaction is left in the session that the next client gets', async () => {
    assert.equal((await scene.create(server, 'Before')).status, 201);
    const left = await Promise.all(Array.from({ length: sessions }, () => sessionState(pooler.url)));
    const untouched = await sessionState(scene.cluster.url);
    assert.equal(untouched.prepared + untouched.channels + untouched.locks, 0);
    for (const state of left) assert.deepEqual(state, untouched);
  });

  test('without DATABASE_DIRECT_URL the server does not start and says what to set', async () => {
    await assert.rejects(startServer({ engine: 'postgres', url: pooler.url }), /ended before it was ready/);
  });
});

/** Holds a session of the server for a moment, so that several calls see several sessions. */
async function sessionState(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_sleep(0.2)');
    const { rows } = await client.query(`select
      (select count(*)::int from pg_prepared_statements) as prepared,
      (select count(*)::int from pg_listening_channels()) as channels,
      (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
      (select string_agg(name || '=' || setting, ' ' order by name) from pg_settings
        where name in ('plan_cache_mode', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
      ) as settings`);
    await client.query('commit');
    return rows[0];
  } finally {
    await client.end();
  }
}
