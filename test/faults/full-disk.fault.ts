import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { type DatabaseAddress, openDatabase } from '../../src/platform/db/index.ts';
import { docketAsProgram } from '../cli/docket.ts';
import { addAccount } from '../durability/account.ts';
import { environmentOf, startServer } from '../durability/running-server.ts';
import { unprivilegedUser } from '../support/postgres-cluster.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';
import { needsPostgres, readiness, startScene, untilReady } from './scene.ts';
import { mountSmallDisk, needsMount } from './small-disk.ts';
import { assertEachStoredOnce, request, startWriting } from './steady-writers.ts';

/** Moves what a ticket needs to a small disk. */
async function moveTables({ run, user }: OwnCluster) {
  const disk = mountSmallDisk(8, user);
  await run(`create tablespace small location '${disk.folder}'`);
  for (const table of ['tickets', 'instance_facts']) await run(`alter table ${table} set tablespace small`);
  return disk;
}

describe('a PostgreSQL server whose disk is full', needsPostgres, () => {
  test(
    'changes are 503, /readyz says why, reads work, and both recover when there is room',
    needsMount,
    async (t) => {
      const { cluster, server, caller, create } = await startScene();
      const disk = await moveTables(cluster);
      t.after(async () => {
        await server.end('SIGTERM');
        await cluster.remove();
        disk.remove();
      });
      const long = () =>
        request(server, caller, 'POST', '/api/tickets', {
          title: 'Long',
          description: randomBytes(15_000).toString('hex'),
          projectId: caller.projectId,
        });
      assert.equal((await long()).status, 201);
      disk.fill();
      const refused = await long();
      assert.equal(refused.status, 503);
      assert.match(refused.message ?? '', /disk of the database server is full\. Nothing was changed/);
      assert.deepEqual(await readiness(server), [503, 'The disk of the database is full']);
      const list = await request(server, caller, 'GET', `/api/tickets?projectId=${caller.projectId}`);
      assert.deepEqual([list.status, list.data.length], [200, 1]);

      disk.makeRoom();
      await untilReady(server);
      assert.equal((await long()).status, 201);
      assert.equal((await create(server, 'After it')).status, 201);
    },
  );

  test(
    'a full disk of the write-ahead log is 503 until the server is back, and nothing is lost',
    needsMount,
    async (t) => {
      const disk = mountSmallDisk(16, unprivilegedUser());
      const cluster = (await startOwnCluster(undefined, path.join(disk.folder, 'wal'))) as OwnCluster;
      const { server, caller } = await startScene(cluster);
      t.after(async () => {
        await server.end('SIGTERM');
        await cluster.remove();
        disk.remove();
      });
      const writing = startWriting(server, caller);
      await writing.untilMoreAcknowledged();
      disk.fill();
      await useUpSegments(cluster);
      await writing.untilMoreRefused();
      assert.deepEqual(await readiness(server), [503, 'The database does not answer']);
      // It may be trying to recover in vain, or have given up.
      await cluster.stop('immediate');
      disk.makeRoom();
      await cluster.start();
      await writing.untilMoreAcknowledged();
      const { acknowledged } = await writing.stop();
      const stored = await cluster.run("select title from tickets where title like 'Ticket %'");
      assertEachStoredOnce(
        stored.rows.map(({ title }) => title),
        acknowledged,
      );
      await untilReady(server);
    },
  );
});

/** Segments that were made ahead have room yet. PostgreSQL panics when it needs one more, which ends every session. */
async function useUpSegments({ run }: OwnCluster): Promise<void> {
  const value = randomBytes(200_000).toString('hex');
  const fill = async () => {
    await run('create table filler (bytes text)');
    for (;;) await run(`insert into filler values ('${value}')`);
  };
  await assert.rejects(fill);
}

describe('a SQLite database whose disk is full', () => {
  test(
    'changes are 507, /readyz says why, reads work, and all recover when there is room',
    needsMount,
    async (t) => {
      const disk = mountSmallDisk(32);
      const address: DatabaseAddress = { engine: 'sqlite', file: path.join(disk.folder, 'docket.db') };
      const db = withReactions(await openDatabase(address), eventReactions);
      const { authorization } = await addAccount(db);
      await db.close();
      const server = await startServer(address, { LOG_LEVEL: 'fatal' });
      t.after(async () => {
        await server.end('SIGKILL');
        disk.remove();
      });
      const create = async (title: string) => {
        const response = await fetch(`${server.url}/api/tickets`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ title, description: randomBytes(20_000).toString('hex') }),
        });
        const { error } = (await response.json()) as { error?: { code: string; message: string } };
        return [response.status, error?.code, error?.message];
      };
      const titles = async () =>
        (await request(server, { authorization }, 'GET', '/api/tickets')).data.map(
          ({ title }: { title: string }) => title,
        );
      const assertFull = async () => {
        const [status, code, message] = await create('Refused');
        assert.deepEqual([status, code], [507, 'INSUFFICIENT_STORAGE']);
        assert.match(String(message), /Nothing was changed/);
        assert.deepEqual(await readiness(server), [503, 'The disk of the database is full']);
        assert.deepEqual(await titles(), ['Before it']);
      };
      assert.deepEqual(await create('Before it'), [201, undefined, undefined]);
      disk.fill();
      await assertFull();

      disk.makeRoom();
      await untilReady(server);
      assert.deepEqual(await create('After it'), [201, undefined, undefined]);
      assert.deepEqual((await titles()).sort(), ['After it', 'Before it']);
    },
  );

  const ways = { 'stopped in order': 'SIGTERM', killed: 'SIGKILL' } as const;
  for (const [how, signal] of Object.entries(ways)) {
    test(
      `a start after it was ${how} ends with 69, says to make room, and leaves the file as it was`,
      needsMount,
      async (t) => {
        const disk = mountSmallDisk(32);
        t.after(disk.remove);
        const address: DatabaseAddress = { engine: 'sqlite', file: path.join(disk.folder, 'docket.db') };
        const server = await startServer(address, { LOG_LEVEL: 'fatal' });
        await server.end(signal);
        disk.fill();
        const before = readFileSync(address.file);
        const settings = environmentOf(address) as Record<string, string>;
        for (const command of ['serve', 'migrate']) {
          const { code, stderr } = await docketAsProgram([command], settings);
          assert.deepEqual([code, stderr.includes('is full. Make room and start again')], [69, true], stderr);
        }
        const doctor = await docketAsProgram(['doctor'], settings);
        assert.equal(doctor.code, 3);
        assert.doesNotMatch(doctor.stdout, /damaged/);
        assert.ok(readFileSync(address.file).equals(before));
        disk.makeRoom();
        const again = await startServer(address, { LOG_LEVEL: 'fatal' });
        assert.deepEqual(await readiness(again), [200, undefined]);
        await again.end('SIGTERM');
      },
    );
  }
});
