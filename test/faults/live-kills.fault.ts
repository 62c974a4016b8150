import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { killInTurn } from './kills-in-turn.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';
import { startReader } from './resuming-reader.ts';
import { needsPostgres, startScene } from './scene.ts';

const kills = 4;
const tickets = 5;
const heldMs = 1_500;

describe('live updates on PostgreSQL', needsPostgres, () => {
  test('clients that resume after kills receive every event once, in order, also those that commit late', async (t) => {
    const cluster = (await startOwnCluster()) as OwnCluster;
    t.after(() => cluster.remove());
    const { log, readers, missing } = await killInTurn(cluster, kills);
    assert.ok(log.length > 0);
    assert.deepEqual(
      missing.map(({ length }) => length),
      readers.map(() => 0),
    );
    const expected = log.map(({ id }) => id);
    for (const { received, resets } of readers) {
      const ids = received.filter(({ type }) => type.startsWith('ticket.')).map(({ id }) => id);
      assert.deepEqual([resets, ids], [[], expected]);
    }
  });

  test('a transaction of another database on the server delays live updates and loses none', async (t) => {
    const { cluster, server, caller, create } = await startScene();
    t.after(async () => {
      await server.end('SIGTERM');
      await cluster.remove();
    });
    const reader = startReader([server], caller.authorization, 0);
    await reader.connected;
    const other = new URL(cluster.url);
    other.pathname = '/template1';
    const client = new pg.Client({ connectionString: other.href });
    await client.connect();
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    for (let i = 0; i < tickets; i++) await create(server, `Ticket ${i}`);
    await wait(heldMs);
    const arrived = () => reader.received.filter(({ type }) => type === 'ticket.created').length;
    assert.equal(arrived(), 0);
    await client.query('commit');
    await client.end();
    while (arrived() < tickets) await wait(20);
    assert.equal(arrived(), tickets);
    await reader.stop();
  });
});
