import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { OwnCluster } from './own-cluster.ts';
import { needsPostgres, type Scene, serve, startScene, untilReady } from './scene.ts';
import { openProxy } from './silent-proxy.ts';
import { request } from './steady-writers.ts';

describe('pauses of PostgreSQL and of its network', needsPostgres, () => {
  let cluster: Scene['cluster'];
  let server: Scene['server'];
  let caller: Scene['caller'];
  let create: Scene['create'];

  before(async () => {
    ({ cluster, server, caller, create } = await startScene());
  });
  after(async () => {
    await server.end('SIGTERM');
    await cluster.remove();
  });

  test('a process that is paused inside a transaction holds up others for some seconds only', async () => {
    const other = await serve(cluster.url);
    const holder = new pg.Client({ connectionString: cluster.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from ticket_homes where id = $1 for update', [caller.projectId]);
    const paused = create(server, 'Paused');
    await untilWaiting(cluster, 1);
    server.signal('SIGSTOP');
    await holder.query('commit');
    await holder.end();

    const startedAt = performance.now();
    const { status } = await create(other, 'Beside');
    const waitedMs = performance.now() - startedAt;
    assert.equal(status, 201);
    assert.ok(waitedMs > 1_000, 'the paused process held no lock, so this test shows nothing');
    server.signal('SIGCONT');
    // Its session was ended, so the transaction ran again.
    assert.equal((await paused).status, 201);
    await other.end('SIGTERM');
  });

  test('connections that the network swallowed without a word are replaced', async (t) => {
    const address = new URL(cluster.url);
    const proxy = await openProxy({ port: Number(address.port) });
    address.port = String(proxy.port);
    const behind = await serve(address.href);
    t.after(async () => {
      await behind.end('SIGTERM');
      proxy.close();
    });
    assert.equal((await create(behind, 'Behind')).status, 201);
    assert.equal((await request(behind, caller, 'GET', '/api/tickets?query=behind')).status, 200);

    proxy.swallow({ newToo: false });
    const answers = await Promise.all([
      create(behind, 'Behind'),
      request(behind, caller, 'GET', '/api/tickets?query=behind'),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 200],
    );

    proxy.swallow({ newToo: true });
    assert.equal((await create(behind, 'Behind')).status, 503);
    proxy.heal();
    await untilReady(behind);
    assert.equal((await create(behind, 'Behind')).status, 201);
  });
});

/** Until so many sessions of Docket wait for a lock. */
async function untilWaiting(cluster: OwnCluster, count: number): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where application_name = 'docket' and wait_event_type = 'Lock'`;
  while ((await cluster.run(waiting)).rows.length < count) await wait(20);
}
