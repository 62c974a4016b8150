import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';
import { addAda, needsPostgres, untilReady } from './scene.ts';

const limit = 400;
const clientsPerServer = 4;
const exchangeMs = 50;
/** The limit, 5 %, 1 % for each of the two, and what is under way during an exchange. */
const sharedMax = limit * 1.07 + 2 * clientsPerServer * 2;

describe('the rate limit of two server processes', needsPostgres, () => {
  let cluster: OwnCluster;
  let servers: RunningServer[];
  let authorization: string;

  before(async () => {
    cluster = (await startOwnCluster()) as OwnCluster;
    authorization = await addAda(cluster.url);
    const settings = { RATE_LIMIT: String(limit), LOG_LEVEL: 'fatal' };
    const address = { engine: 'postgres', url: cluster.url } as const;
    servers = [await startServer(address, settings), await startServer(address, settings)];
  });
  after(async () => {
    for (const server of servers) await server.end('SIGTERM');
    await cluster.remove();
  });

  const call = (server: RunningServer, key = authorization) =>
    fetch(`${server.url}/api/projects`, { headers: { authorization: key } });
  const isAdmitted = async (server: RunningServer, key = authorization) => {
    const response = await call(server, key);
    await response.text();
    assert.ok([200, 401, 429].includes(response.status), `${response.status}`);
    return response.status !== 429;
  };
  /** Several clients of each server send one request after the other until it refuses them. */
  const exhaust = async () => {
    let admitted = 0;
    const client = async (server: RunningServer) => {
      while (await isAdmitted(server)) admitted++;
    };
    await Promise.all(
      servers.flatMap((server) => Array.from({ length: clientsPerServer }, () => client(server))),
    );
    return admitted;
  };
  const untilWindowLasts = async (seconds: number) => {
    for (;;) {
      const reset = Number((await call(servers[0] as RunningServer)).headers.get('ratelimit-reset'));
      if (reset >= seconds) return;
      await wait(reset * 1_000);
    }
  };

  test('holds for both together, and outlasts a crash of the database', async () => {
    await untilWindowLasts(30);
    const admitted = await exhaust();
    assert.ok(admitted >= limit - 1 && admitted <= sharedMax, `${admitted} requests were admitted`);
    await cluster.stop('immediate');
    await cluster.start();
    await Promise.all(servers.map(untilReady));
    assert.equal(await exhaust(), 0, 'the crash emptied the table, and with it what was counted');
  });

  test('holds for a process that had few requests before the others used up the limit', async () => {
    // Without a key, requests count for the client address.
    await untilWindowLasts(20);
    const [busy, quiet] = servers as [RunningServer, RunningServer];
    while (await isAdmitted(busy, ''));
    let admitted = 0;
    // What arrives during an exchange is admitted, so each request leaves it time to end, also on a busy machine.
    for (; await isAdmitted(quiet, ''); await wait(exchangeMs)) admitted++;
    assert.ok(admitted <= limit * 0.06 + clientsPerServer, `${admitted} requests were admitted`);
  });
});
