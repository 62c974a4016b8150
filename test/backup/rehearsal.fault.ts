import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { findArchive, restoreBackup } from '../../src/backup/index.ts';
import { type Config, readConfig } from '../../src/config/index.ts';
import { type DatabaseAddress, dynamicStatement, openPrepared } from '../../src/platform/db/index.ts';
import { openStorage } from '../../src/platform/storage/index.ts';
import { docket, newFolder } from '../cli/docket.ts';
import { nextRelease, type Release } from '../faults/releases.ts';
import { type EngineName, newDatabase, onEveryEngine } from '../support/engines.ts';
import { readContents } from './contents.ts';
import { backUp, clock } from './homes.ts';
import { openSampleWorld } from './sample-world.ts';

const runProgram = promisify(execFile);
const noProcess = 2 ** 22 + 1;

/** Copies the table without its rows, as a mistake in a migration could. */
const losesMentions = `
  alter table comment_mentions rename to former_mentions;
  create table comment_mentions as select * from former_mentions where 1 = 0;
  drop table former_mentions;`;

onEveryEngine('a rehearsal of an upgrade', (engine) => {
  let home: Awaited<ReturnType<typeof openHome>>;
  let good: Release;
  let losing: Release;
  before(async () => {
    [good, losing] = [
      nextRelease({ compatible: 'no' }),
      nextRelease({ compatible: 'no', sql: losesMentions }),
    ];
    home = await openHome(engine);
  });
  after(async () => {
    good.remove();
    losing.remove();
    await home.remove();
  });

  test('makes a backup for itself if there is none, and keeps nothing', async () => {
    const { code, plan } = await home.rehearse(good);
    assert.deepEqual([code, plan.pending.length, plan.rehearsal.isKept], [0, 1, false], JSON.stringify(plan));
    await home.assertClean();
  });

  test('restores and migrates the newest backup beside the database, which stays as it is', async () => {
    assert.equal((await docket(['backup'], home.settings)).code, 0);
    const rows = await readContents(home.config.database);
    const { code, plan } = await home.rehearse(good);
    const { isKept, lost, seals, sealProblem, files } = plan.rehearsal;
    assert.deepEqual([code, isKept, lost, sealProblem, files], [0, true, [], null, 3], JSON.stringify(plan));
    assert.ok(seals > 0 && plan.rehearsedSeconds > 0);
    assert.deepEqual(await readContents(home.config.database), rows);
    await home.assertClean();
  });

  test('names the table from which a migration loses rows, and ends with 3', async () => {
    const { code, plan } = await home.rehearse(losing);
    assert.deepEqual([code, plan.rehearsal.lost], [3, [{ table: 'comment_mentions', before: 1, after: 0 }]]);
    await home.assertClean();
  });

  test('removes what a killed rehearsal left', async () => {
    const left = path.join(home.config.DATA_DIR, `rehearsal-${noProcess}`);
    mkdirSync(left);
    writeFileSync(path.join(left, 'docket.db'), 'half');
    await home.onServer(async (client, name) => {
      await client.query(`create database ${name}`);
      await client.query(
        `comment on database ${name} is 'Scratch database of docket upgrade-check --rehearse'`,
      );
    });
    assert.equal((await home.rehearse(good)).code, 0);
    await home.assertClean();
  });

  test('refuses a backup that is cut off, and keeps nothing', async () => {
    const file = path.join(newFolder(), 'docket.tar');
    writeFileSync(file, 'docket');
    const { code, stderr } = await docket(['upgrade-check', '--rehearse', '--backup', file], home.settings);
    assert.equal(code, 65, stderr);
    assert.match(stderr, /docket\.tar/);
    await home.assertClean();
  });

  test('does not touch a database of the name that no rehearsal made', async (t) => {
    if (engine === 'sqlite') return t.skip('on SQLite the scratch database is a file of its own');
    await home.onServer((client, name) => client.query(`create database ${name}`));
    const { code, stderr } = await docket(['upgrade-check', '--rehearse'], home.settings);
    assert.equal(code, 65);
    assert.match(stderr, /_rehearsal that no rehearsal made/);
    await home.onServer((client, name) => client.query(`drop database ${name}`));
  });

  test('finds an event that was changed after it was sealed, and ends with 3', async () => {
    const db = await openPrepared(home.config.database);
    const change = dynamicStatement(
      "update events set data = '{}' where seq = (select min(seq) from events)",
    );
    await db.transaction((tx) => tx.run(change, {}));
    await db.close();
    const place = `${newFolder()}/`;
    assert.equal((await docket(['backup', place], home.settings)).code, 0);
    const { code, stdout } = await docket(['upgrade-check', '--rehearse', '--backup', place], home.settings);
    assert.equal(code, 3, stdout);
    assert.match(stdout, /The history does not fit its seals[\s\S]*do not upgrade/);
  });
});

/** An installation with the sample data, as the command line finds it. */
async function openHome(engine: EngineName) {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'docket-rehearsal-test-'));
  const { address, remove: removeDatabase } = await newDatabase(engine);
  const settings: Record<string, string> = { DATA_DIR };
  if (address.engine === 'postgres') settings.DATABASE_URL = address.url;
  const config = readConfig(settings);
  await loadSample(engine, config);
  const name = databaseName(address);

  const onServer = async (use: (client: pg.Client, name: string) => Promise<unknown>) => {
    if (address.engine !== 'postgres') return;
    const client = new pg.Client({ connectionString: address.url });
    await client.connect();
    await use(client, `${name}_rehearsal`).finally(() => client.end());
  };
  const assertClean = async () => {
    assert.deepEqual(
      readdirSync(DATA_DIR).filter((file) => /rehearsal|\.backup-/.test(file)),
      [],
    );
    await onServer(async (client, scratch) => {
      const { rows } = await client.query('select 1 from pg_database where datname = $1', [scratch]);
      assert.equal(rows.length, 0);
    });
  };
  const rehearse = async ({ program }: Release) => {
    const args = [program, 'upgrade-check', '--rehearse', '--json'];
    const env = { PATH: process.env.PATH, ...settings };
    const { stdout, stderr, code } = await runProgram(process.execPath, args, { env }).then(
      (output) => ({ ...output, code: 0 }),
      (error) => error,
    );
    assert.notEqual(stdout, '', stderr);
    return { code: code as number, plan: JSON.parse(stdout) };
  };
  const remove = async () => {
    rmSync(DATA_DIR, { recursive: true });
    await removeDatabase();
  };
  return { config, settings, onServer, assertClean, rehearse, remove };
}

async function loadSample(engine: EngineName, config: Config): Promise<void> {
  const world = await openSampleWorld(engine);
  const file = await backUp({ config: world.config, storage: world.context.storage });
  await restoreBackup(await findArchive(file, config.s3), {
    database: config.database,
    storage: openStorage(config.storage, config.s3, clock),
    keys: config.secretKeys,
    isReplaced: false,
  });
  await world.close();
}

const databaseName = (address: DatabaseAddress) =>
  address.engine === 'postgres' ? new URL(address.url).pathname.slice(1) : '';
