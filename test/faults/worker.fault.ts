import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readQueues } from '../../src/monitoring/index.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { environmentOf, program, startServer } from '../durability/running-server.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';
import { addAda, needsPostgres } from './scene.ts';
import { request } from './steady-writers.ts';

interface Ready {
  pid: number;
  port: number;
  metricsPort: number;
}

async function startWorkerProcess(url: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [program, 'worker', '--json'], {
    env: { ...environmentOf({ engine: 'postgres', url } as never), LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  for await (const chunk of (child.stdout as Readable).iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (output.includes('}')) break;
  }
  return { child, ended, ready: JSON.parse(output) as Ready };
}

describe('docket worker', needsPostgres, () => {
  test('does the work that servers leave to it, and tells of itself as they do', async (t) => {
    const cluster = (await startOwnCluster()) as OwnCluster;
    t.after(() => cluster.remove());
    const authorization = await addAda(cluster.url);
    const server = await startServer(
      { engine: 'postgres', url: cluster.url },
      { BACKGROUND_WORK: 'off', LOG_LEVEL: 'silent' },
    );
    await request(server, { authorization }, 'POST', '/api/tickets', { title: 'Left to the worker' });
    const db = await openDatabase({ engine: 'postgres', url: cluster.url });
    const waiting = async () => (await readQueues(db.reads, Date.now())).queues.search_index.waiting;
    await wait(2_000);
    assert.ok((await waiting()) > 0);

    const { child, ended, ready } = await startWorkerProcess(cluster.url, {
      WORKER_LISTEN: '0',
      METRICS_LISTEN: '0',
    });
    while ((await waiting()) > 0) await wait(50);
    const scrape = await (await fetch(`http://127.0.0.1:${ready.metricsPort}/metrics`)).text();
    for (const metric of [
      'docket_queue_items',
      'docket_loop_lag_seconds',
      'docket_storage_up',
      'docket_db_up',
    ])
      assert.match(scrape, new RegExp(`^${metric}`, 'm'), metric);
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${ready.port}${path}`)).status;
    assert.deepEqual([await ask('/healthz'), await ask('/readyz'), await ask('/metrics')], [200, 200, 404]);
    assert.equal(await ask('/api/tickets'), 404);

    await db.close();
    await server.end('SIGTERM');
    await cluster.stop('fast');
    assert.deepEqual([await ask('/healthz'), await ask('/readyz')], [200, 503]);
    await cluster.start();
    while ((await ask('/readyz')) !== 200) await wait(50);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  test('shows its metrics beside its health only to those who have the token', async (t) => {
    const cluster = (await startOwnCluster()) as OwnCluster;
    t.after(() => cluster.remove());
    const settings = { WORKER_LISTEN: '0', METRICS_TOKEN: 'prometheus-only' };
    const { child, ended, ready } = await startWorkerProcess(cluster.url, settings);
    const address = `http://127.0.0.1:${ready.port}/metrics`;
    assert.equal((await fetch(address)).status, 401);
    const headers = { authorization: 'Bearer prometheus-only' };
    assert.equal((await fetch(address, { headers })).status, 200);
    child.kill('SIGTERM');
    await ended;
  });
});
