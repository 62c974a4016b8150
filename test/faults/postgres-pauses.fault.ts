import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { needsPostgres, type Scene, serve, startScene, untilReady } from './scene.ts';
import { openProxy } from './silent-proxy.ts';
import { request } from './steady-writers.ts';

describe('pauses of the network', needsPostgres, () => {
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
