import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { OwnCluster } from './own-cluster.ts';
import { needsPostgres, readiness, startScene, untilReady } from './scene.ts';
import { request } from './steady-writers.ts';

interface Disk {
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  remove(): void;
}

/** Moves what a ticket needs to a file system of 8 MB; undefined if these tests may not mount one. */
async function mountSmallDisk({ run, user }: OwnCluster): Promise<Disk | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-full-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=711', 'tmpfs', folder]).status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  if (user) chownSync(folder, user.uid, user.gid);
  await run(`create tablespace small location '${folder}'`);
  for (const table of ['tickets', 'instance_facts']) await run(`alter table ${table} set tablespace small`);
  await run('create table filler (bytes text) tablespace small');
  // The last rows are small, so that no page is left.
  const fillWith = async (bytes: number) => {
    for (;;) {
      const value = randomBytes(bytes).toString('hex');
      try {
        await run(`insert into filler values ('${value}')`);
      } catch (error) {
        assert.equal((error as { code?: string }).code, '53100');
        return;
      }
    }
  };
  return {
    fill: async () => {
      for (const bytes of [500_000, 50_000, 4_000]) await fillWith(bytes);
    },
    makeRoom: async () => void (await run('drop table filler')),
    remove: () => {
      spawnSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The same error without its cause. */
const raiseInstead = ({ run }: OwnCluster): Disk => ({
  fill: async () => {
    await run(`create or replace function fail_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
    for (const table of ['tickets', 'instance_facts'])
      await run(`create trigger full_disk before insert or update on ${table} execute function fail_full()`);
  },
  makeRoom: async () => {
    for (const table of ['tickets', 'instance_facts']) await run(`drop trigger full_disk on ${table}`);
  },
  remove: () => {},
});

describe('a PostgreSQL server whose disk is full', needsPostgres, () => {
  test('changes are 503, /readyz says why, reads work, and both recover when there is room', async (t) => {
    const { cluster, server, caller, create } = await startScene();
    const disk = (await mountSmallDisk(cluster)) ?? raiseInstead(cluster);
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
    await disk.fill();
    const refused = await long();
    assert.equal(refused.status, 503);
    assert.match(refused.message ?? '', /disk of the database server is full\. Nothing was changed/);
    assert.deepEqual(await readiness(server), [503, 'The disk of the database is full']);
    const list = await request(server, caller, 'GET', `/api/tickets?projectId=${caller.projectId}`);
    assert.deepEqual([list.status, list.data.length], [200, 1]);

    await disk.makeRoom();
    await untilReady(server);
    assert.equal((await long()).status, 201);
    assert.equal((await create(server, 'After it')).status, 201);
  });
});
