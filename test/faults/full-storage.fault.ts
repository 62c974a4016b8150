import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { addAccount } from '../durability/account.ts';
import { startServer } from '../durability/running-server.ts';
import { newMigratedDatabase, onEveryEngine } from '../support/engines.ts';
import { formHeaders, formOf } from '../support/form.ts';
import { mountSmallDisk, needsMount } from './small-disk.ts';
import { request } from './steady-writers.ts';

const diskMegabytes = 8;
const warning = 'The storage of files is full: uploads are refused';

onEveryEngine('attachments in a folder whose disk is full', (engine) => {
  test(
    'uploads are 507 and leave nothing, the rest works, operators see it, and it ends with room',
    needsMount,
    async (t) => {
      const disk = mountSmallDisk(diskMegabytes);
      const home = await newMigratedDatabase(engine);
      const db = withReactions(await openDatabase(home.address), eventReactions);
      const { authorization } = await addAccount(db);
      await db.close();
      const METRICS_TOKEN = randomBytes(16).toString('hex');
      const settings = { STORAGE_URL: disk.folder, METRICS_TOKEN, LOG_LEVEL: 'fatal' };
      const server = await startServer(home.address, settings);
      t.after(async () => {
        await server.end('SIGTERM');
        await home.remove();
        disk.remove();
      });
      const { id } = (await request(server, { authorization }, 'POST', '/api/tickets', { title: 'T' })).data;
      const attach = async (bytes: number) => {
        const response = await fetch(`${server.url}/api/tickets/${id}/attachments`, {
          method: 'POST',
          headers: { ...formHeaders, authorization },
          body: new Uint8Array(formOf({ content: Buffer.alloc(bytes, 'x') })[0]),
        });
        // biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape
        return { status: response.status, body: (await response.json()) as any };
      };
      const count = async () =>
        (await request(server, { authorization }, 'GET', `/api/tickets/${id}/attachments`)).data.length;
      const filesOnDisk = () => globSync('??/*', { cwd: disk.folder });
      const readiness = async () => {
        const response = await fetch(`${server.url}/readyz`);
        return [
          response.status,
          ((await response.json()) as { data: { warnings?: string[] } }).data.warnings,
        ];
      };
      const storageUp = async () => {
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
        const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
        return Number(/^docket_storage_up (\d)/m.exec(text)?.[1]);
      };
      const assertRefused = async (bytes: number) => {
        const { status, body } = await attach(bytes);
        assert.deepEqual([status, body.error.code], [507, 'INSUFFICIENT_STORAGE']);
        assert.match(body.error.message, /file storage of the server is full\. Nothing was changed/);
        assert.equal(typeof body.requestId, 'string');
      };

      const kept = (await attach(100_000)).body.data[0];
      assert.deepEqual([await readiness(), await storageUp()], [[200, undefined], 1]);
      // It does not fit although there is room: its beginning must go.
      await assertRefused(2 * diskMegabytes * 1024 ** 2);
      assert.deepEqual([filesOnDisk().length, await count()], [1, 1]);

      disk.fill();
      await assertRefused(100_000);
      assert.deepEqual([filesOnDisk().length, await count()], [1, 1]);
      const download = await fetch(`${server.url}/api/attachments/${kept.id}`, {
        headers: { authorization },
      });
      assert.equal((await download.arrayBuffer()).byteLength, 100_000);
      const title = 'Without a file';
      assert.equal((await request(server, { authorization }, 'POST', '/api/tickets', { title })).status, 201);
      assert.deepEqual([await readiness(), await storageUp()], [[200, [warning]], 0]);

      disk.makeRoom();
      while ((await storageUp()) === 0) await wait(50);
      assert.deepEqual(await readiness(), [200, undefined]);
      while (filesOnDisk().length > 1) await wait(10);
      assert.equal((await attach(100_000)).status, 201);
      assert.deepEqual([filesOnDisk().length, await count()], [2, 2]);
    },
  );
});
