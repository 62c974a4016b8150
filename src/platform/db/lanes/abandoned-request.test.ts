import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { onEveryEngine } from '../../../../test/support/engines.ts';
import { addNumbersSlowly, endlessCount } from '../../../../test/support/worker-job-fixture.ts';
import { openWorld } from '../../../../test/support/world.ts';
import { buildApp } from '../../../composition/app.ts';

onEveryEngine('abandoned requests', (engine) => {
  test('a read ends when its client closes the connection', async (t) => {
    const world = await openWorld(engine);
    const ada = await world.person('Ada');
    const app = buildApp(world.context);
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const { promise: ended, reject: end } = Promise.withResolvers<void>();
    const signedIn = { config: { access: 'signed-in' } } as const;
    app.get('/endless', signedIn, async ({ scope }) => {
      const counted = scope.db.workerReads.list(endlessCount, {});
      start();
      return counted.catch((error: unknown) => {
        end(error);
        throw error;
      });
    });
    app.get('/sum', signedIn, ({ scope }) => scope.db.runOnWorker(addNumbersSlowly, { a: 1, b: 2 }));
    t.after(async () => {
      await app.close();
      await world.close();
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

    const request = http.get(`${origin}/endless`, { headers: { cookie: ada.cookie } });
    request.on('error', () => {});
    await started;
    request.destroy();
    await assert.rejects(ended, /The connection was closed before the answer was ready/);
    // A person runs one slow read at a time, so this one waits for the end of the other.
    const sum = await fetch(`${origin}/sum`, { headers: { cookie: ada.cookie } });
    assert.equal(((await sum.json()) as { sum: number }).sum, 3);
  });
});
