import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { type DatabaseAddress, dynamicStatement, openDatabase } from '../../src/platform/db/index.ts';
import { newFileStorage } from '../../src/platform/storage/index.ts';
import { readContents, readFiles } from '../backup/contents.ts';
import { addAccount } from '../durability/account.ts';
import { environmentOf, program, startServer } from '../durability/running-server.ts';
import { type EngineName, newDatabase } from '../support/engines.ts';
import { formOf } from '../support/form.ts';
import { assertCounted } from '../support/recount.ts';
import { needsPostgres } from './scene.ts';
import { request, startWriting } from './steady-writers.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'docket-backup-'));
after(() => rmSync(folder, { recursive: true }));

interface Instance {
  address: DatabaseAddress;
  settings: NodeJS.ProcessEnv;
  dataFolder: string;
}

/** With SQLite the database is in the data folder. */
async function newInstance(engine: EngineName): Promise<Instance> {
  const dataFolder = mkdtempSync(path.join(folder, 'data-'));
  const address: DatabaseAddress =
    engine === 'sqlite'
      ? { engine, file: path.join(dataFolder, 'docket.db') }
      : (await newDatabase('postgres')).address;
  return { address, settings: { DATA_DIR: dataFolder }, dataFolder };
}

function start(args: string[], { address, settings }: Instance) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...environmentOf(address), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'exit').then(async ([code]) => ({ code, output: (await output).join('') }));
  return { child, ended };
}

async function run(args: string[], instance: Instance): Promise<string> {
  const { code, output } = await start(args, instance).ended;
  assert.equal(code, 0, output);
  return output;
}

async function addAda({ address }: Instance): Promise<string> {
  const db = withReactions(await openDatabase(address), eventReactions);
  const { authorization } = await addAccount(db);
  await db.close();
  return authorization;
}

const otherThan = (engine: EngineName): EngineName => (engine === 'sqlite' ? 'postgres' : 'sqlite');

async function readEvents(address: DatabaseAddress): Promise<string[]> {
  const db = await openDatabase(address);
  const rows = await db.reads.list(
    dynamicStatement<object, { id: string; data: string }>(
      'select id, data from ordered_events order by xid, seq',
    ),
    {},
  );
  await db.close();
  return rows.map(({ id, data }) => `${id} ${data}`);
}

describe('a backup under load', needsPostgres, () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    test(`from ${engine} is one consistent state, and the same after a restore into the other engine`, async () => {
      const instance = await newInstance(engine);
      const authorization = await addAda(instance);
      const server = await startServer(instance.address, instance.settings);
      const project = await request(server, { authorization }, 'POST', '/api/projects', {
        name: 'Engine',
        key: 'ENG',
      });
      const caller = { authorization, projectId: project.data.id };
      const first = await request(server, caller, 'POST', '/api/tickets', { title: 'First', ...caller });
      const [body, headers] = formOf({ content: 'x'.repeat(100_000) });
      const uploaded = await fetch(`${server.url}/api/tickets/${first.data.id}/attachments`, {
        method: 'POST',
        headers: { ...headers, authorization },
        body: new Uint8Array(body),
      });
      assert.equal(uploaded.status, 201);
      const writing = startWriting(server, caller);
      await writing.untilMoreAcknowledged();

      const archive = path.join(folder, `${engine}.tar`);
      await run(['backup', archive], instance);
      await writing.untilMoreAcknowledged();
      await writing.stop();
      await server.end('SIGTERM');

      const restored = await newInstance(otherThan(engine));
      await run(['restore', archive], restored);
      const there = await newInstance(engine);
      await run(['restore', archive], there);
      const withEventNumbers = engine === 'sqlite';
      assert.deepEqual(
        await readContents(restored.address, { withEventNumbers }),
        await readContents(there.address, { withEventNumbers }),
      );
      const filesOf = ({ dataFolder }: Instance) =>
        readFiles(newFileStorage(path.join(dataFolder, 'files'), { now: () => 0 }));
      assert.deepEqual(await filesOf(restored), await filesOf(instance));

      // The events of the backup are in the order of the instance, and the counts agree with the tickets.
      const [kept, all] = [await readEvents(restored.address), await readEvents(instance.address)];
      assert.ok(kept.length > 5 && kept.length < all.length, `${kept.length} of ${all.length} events`);
      const inBackup = new Set(kept);
      assert.deepEqual(
        kept,
        all.filter((event) => inBackup.has(event)),
      );
      const db = await openDatabase(restored.address);
      await assertCounted(db);
      await db.close();
    });
  }
});

describe('kill -9', needsPostgres, () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    test(`in the middle of a backup of ${engine} leaves no backup, and the next one removes the rest`, async () => {
      const instance = await newInstance(engine);
      await run(['seed', '--tickets', '3000'], instance);
      const backups = path.join(instance.dataFolder, 'backups');
      const { child, ended } = start(['backup', `${backups}/`], instance);
      while (!existsSync(backups) || readdirSync(backups).length === 0) await wait(1);
      child.kill('SIGKILL');
      await ended;
      const left = readdirSync(backups);
      assert.deepEqual(
        left.filter((name) => !name.startsWith('.')),
        [],
      );
      assert.equal(left.length, 1, 'it was killed in the middle');
      await run(['backup', `${backups}/`], instance);
      assert.match(readdirSync(backups).join(), /^docket-\d{8}T\d{6}Z\.tar$/);
      assert.deepEqual(
        readdirSync(instance.dataFolder).filter((name) => name.includes('.backup-')),
        [],
      );
    });

    test(`in the middle of a restore into ${engine} leaves a database that refuses to start`, async () => {
      const source = await newInstance('sqlite');
      await run(['seed', '--tickets', '3000'], source);
      const archive = path.join(folder, `killed-${engine}.tar`);
      await run(['backup', archive], source);
      const target = await newInstance(engine);
      const { child, ended } = start(['restore', archive], target);
      await untilLoading(target);
      child.kill('SIGKILL');
      await ended;
      const refused = await start(['serve'], target).ended;
      assert.equal(refused.code, 65);
      assert.match(refused.output, /A restore into .* is running or did not finish/);
      await run(['restore', archive], target);
      // In its own snapshot the backup is still running.
      const { backup_runs: _, ...restored } = await readContents(target.address);
      const { backup_runs: __, ...backedUp } = await readContents(source.address);
      assert.deepEqual(restored, backedUp);
    });
  }
});

async function untilLoading({ address }: Instance): Promise<void> {
  if (address.engine === 'sqlite') {
    while (!existsSync(`${address.file}.restoring`)) await wait(1);
    return;
  }
  const client = new pg.Client({ connectionString: address.url });
  await client.connect();
  const isMarked = async () =>
    (await client.query("select to_regclass('restore_unfinished') is not null as found")).rows[0].found;
  while (!(await isMarked())) await wait(1);
  await client.end();
}
