import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { type DatabaseAddress, openPrepared, prepareDatabase } from '../../src/platform/db/index.ts';
import { readMigrations } from '../../src/platform/db/migration/migration-files.ts';
import { addAccount } from '../durability/account.ts';
import { environmentOf, program, type RunningServer, startServer } from '../durability/running-server.ts';
import { newDatabase, onEveryEngine } from '../support/engines.ts';
import { formerRelease, hasFormerRelease, nextRelease, type Release } from './releases.ts';
import { needsPostgres, readiness } from './scene.ts';
import { assertEachStoredOnce, type Caller, request, startWriting } from './steady-writers.ts';

const former71 = 71;
const current = String(readMigrations('sqlite').length).padStart(4, '0');
const quiet = { LOG_LEVEL: 'fatal' };

/** The servers of the current test, ready or not. */
const started: Promise<RunningServer>[] = [];

function start(address: DatabaseAddress, installed = program, args: string[] = []): Promise<RunningServer> {
  const server = startServer(address, quiet, args, installed);
  started.push(server);
  return server;
}

/** Runs a command to its end. */
async function docket(installed: string, args: string[], address: DatabaseAddress) {
  const child = spawn(process.execPath, [installed, ...args], {
    env: { ...environmentOf(address), ...quiet },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += bytes;
    });
  const [code] = await once(child, 'close');
  return { code: code as number, output };
}

/** A server of a release on a new database, and somebody with a project there, until the test ends. */
async function startOn(t: TestContext, engine: 'sqlite' | 'postgres', installed = program) {
  const { address, remove } = await newDatabase(engine);
  // However the test ends: a server that is left over holds the whole run.
  t.after(async () => {
    for (const server of started.splice(0))
      await server.then(
        ({ end }) => end('SIGKILL'),
        () => {},
      );
    await remove();
  });
  if (installed === program) await prepareDatabase(address);
  else assert.equal((await docket(installed, ['migrate'], address)).code, 0);
  const server = await start(address, installed);
  const db = withReactions(await openPrepared(address), eventReactions);
  const { authorization } = await addAccount(db);
  await db.close();
  const project = await request(server, { authorization }, 'POST', '/api/projects', {
    name: 'E',
    key: 'ENG',
  });
  const caller: Caller = { authorization, projectId: project.data.id };
  return { address, server, caller };
}

const create = async (server: RunningServer, caller: Caller, title: string) =>
  (await request(server, caller, 'POST', '/api/tickets', { title, projectId: caller.projectId })).status;

async function titlesAt(server: RunningServer, caller: Caller): Promise<string[]> {
  const titles: string[] = [];
  for (let page = 1; ; page++) {
    const { data } = await request(server, caller, 'GET', `/api/tickets?limit=100&page=${page}`);
    titles.push(...data.map(({ title }: { title: string }) => title));
    if (data.length < 100) return titles;
  }
}

describe('this release and the next one on PostgreSQL', needsPostgres, () => {
  let breaking: Release;
  let compatible: Release;
  before(() => {
    breaking = nextRelease({ compatible: 'no' });
    compatible = nextRelease({ compatible: `since ${current}` });
  });
  after(() => {
    breaking.remove();
    compatible.remove();
  });

  test('a process ends with 65 before a newer version migrates what it uses, and loses nothing', async (t) => {
    const { address, server, caller } = await startOn(t, 'postgres');
    const writing = startWriting(server, caller);
    await writing.untilMoreAcknowledged();
    const starting = start(address, breaking.program);
    // The last requests have no answer: the server has ended.
    const written = writing.stop().catch(() => undefined);
    assert.deepEqual(await server.ended, { code: 65, signal: null });
    await written;
    const next = await starting;
    assert.equal(await create(next, caller, 'After'), 201);
    assertEachStoredOnce(await titlesAt(next, caller), [...writing.acknowledged, 'After']);
    const again = await docket(program, ['serve'], address);
    assert.deepEqual([again.code, /newer Docket/.test(again.output)], [65, true], again.output);
  });

  test('a process goes on, and can start again, beside a newer version whose migration says that it may', async (t) => {
    const { address, server, caller } = await startOn(t, 'postgres');
    const writing = startWriting(server, caller);
    const checked = await docket(compatible.program, ['upgrade-check'], address);
    assert.match(checked.output, /Replace one process after the other/);
    const next = await start(address, compatible.program);
    await writing.untilMoreAcknowledged();
    const { acknowledged, refused } = await writing.stop();
    assert.equal(refused, 0);
    const beside = await start(address);
    for (const [i, at] of [server, next, beside].entries()) {
      assert.equal((await readiness(at))[0], 200);
      assert.equal(await create(at, caller, `Beside ${i}`), 201);
    }
    const titles = [...acknowledged, 'Beside 0', 'Beside 1', 'Beside 2'];
    assertEachStoredOnce(await titlesAt(beside, caller), titles);
  });

  test('a migration that deadlocks with other sessions is tried again', async (t) => {
    const { address } = await startOn(t, 'postgres');
    const { url } = address as { url: string };
    // Its long deadlock_timeout makes PostgreSQL end the migration's transaction instead of this one.
    const client = new pg.Client({ connectionString: url, options: '-c deadlock_timeout=30s' });
    await client.connect();
    await client.query('begin');
    await client.query('select 1 from tickets limit 1');
    const migrating = docket(compatible.program, ['migrate'], address);
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    do await client.query('select pg_stat_clear_snapshot()');
    while ((await client.query(waiting)).rows.length === 0);
    await client.query('select 1 from projects limit 1');
    await client.query('commit');
    await client.end();
    const { code, output } = await migrating;
    assert.equal(code, 0, output);
  });
});

describe('the former release beside this one', () => {
  const needsHistory =
    hasFormerRelease || process.env.CI === 'true' ? {} : { skip: 'the history is not there' };
  let former: Release;
  let breaking: Release;
  before(() => {
    if (!hasFormerRelease && 'skip' in needsHistory) return;
    former = formerRelease();
    breaking = nextRelease({ compatible: 'no' });
  });
  after(() => {
    former?.remove();
    breaking?.remove();
  });

  test('on PostgreSQL both serve if the migrations allow it, else this one says what to stop', {
    ...needsPostgres,
    ...needsHistory,
  }, async (t) => {
    const { address, server, caller } = await startOn(t, 'postgres', former.program);
    const isCompatible = readMigrations('postgres').every(
      ({ version, servesFrom }) => version <= former71 || servesFrom <= former71,
    );
    const refusing = isCompatible ? breaking.program : program;
    const refused = await docket(refusing, ['migrate'], address);
    assert.equal(refused.code, 65, refused.output);
    assert.match(refused.output, /Stop the processes of the older version of Docket first: "docket/);
    assert.equal(await create(server, caller, 'Before'), 201);
    if (!isCompatible) await server.end('SIGTERM');
    const now = await start(address);
    if (isCompatible) assert.equal(await create(server, caller, 'Beside'), 201);
    assert.equal(await create(now, caller, 'Now'), 201);
    assertEachStoredOnce(await titlesAt(now, caller), ['Before', 'Now', ...(isCompatible ? ['Beside'] : [])]);
  });

  test(
    'on SQLite a newer version does not migrate the file under it, and says so',
    needsHistory,
    async (t) => {
      const { address, server, caller } = await startOn(t, 'sqlite', former.program);
      const refused = await docket(breaking.program, ['serve'], address);
      assert.equal(refused.code, 65, refused.output);
      assert.match(refused.output, /Another process uses .*docket\.db: an older version of Docket/);
      assert.equal(await create(server, caller, 'Before'), 201);
      await server.end('SIGTERM');
      const next = await start(address, breaking.program);
      assert.equal(await create(next, caller, 'After'), 201);
      assertEachStoredOnce(await titlesAt(next, caller), ['Before', 'After']);
    },
  );
});

const addNewerSchema = async (address: DatabaseAddress) => {
  const db = await openPrepared(address);
  const newer = {
    text: `insert into schema_migrations values (${Number(current) + 1}, 'from-the-future', 0)`,
  };
  await db.transaction((tx) => tx.run(newer, {}));
  await db.close();
};

test('a newer schema ends all processes of `serve --processes` with 65', needsPostgres, async (t) => {
  const { address, server } = await startOn(t, 'postgres');
  await server.end('SIGTERM');
  const group = await start(address, program, ['--processes', '2']);
  await addNewerSchema(address);
  assert.deepEqual(await group.ended, { code: 65, signal: null });
});

onEveryEngine('a schema that is newer than the process', (engine) => {
  test('stops its writes within a second and ends it with 65', async (t) => {
    const { address, server, caller } = await startOn(t, engine);
    await addNewerSchema(address);
    const insertedAt = performance.now();
    let lastWrittenAt = insertedAt;
    let hasEnded = false;
    void server.ended.then(() => {
      hasEnded = true;
    });
    while (!hasEnded) {
      const status = await create(server, caller, 'Late').catch(() => 'no answer');
      if (status === 201) lastWrittenAt = performance.now();
    }
    // A second, and some for a busy machine.
    assert.ok(lastWrittenAt - insertedAt < 5_000, `written for ${lastWrittenAt - insertedAt} ms`);
    assert.equal((await server.ended).code, 65);
  });
});
