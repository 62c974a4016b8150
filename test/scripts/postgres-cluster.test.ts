import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startPostgresCluster } from '../support/postgres-cluster.ts';

const cluster = await startPostgresCluster();
const options = { skip: cluster ? false : 'PostgreSQL is not installed here' };

test('a private PostgreSQL cluster answers, and is gone after stop', options, async () => {
  const { url, stop } = cluster as NonNullable<typeof cluster>;
  const folder = await folderOf(url);
  assert.ok(existsSync(folder));
  await Promise.all([stop(), stop()]);
  await stop();
  await assert.rejects(folderOf(url), /ECONNREFUSED/);
  assert.ok(!existsSync(folder));
});

/** Prints the cluster's address and then waits for its end. */
const user = `
  const { startPostgresCluster } = await import('${import.meta.resolve('../support/postgres-cluster.ts')}');
  console.log((await startPostgresCluster()).url);
  setInterval(() => {}, 60_000);`;

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  const surviving = { ...options, timeout: 120_000 };
  test(`a private PostgreSQL cluster does not survive the ${signal} of its process`, surviving, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', user], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const url = line.toString().trim();
    const folder = await folderOf(url);
    child.kill(signal);
    while (existsSync(folder)) await wait(20);
    await assert.rejects(folderOf(url), /ECONNREFUSED/);
  });
}

async function folderOf(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ data: string }>("select current_setting('data_directory') as data");
  await client.end();
  return path.dirname(rows[0]?.data as string);
}
