import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { describe, test } from 'node:test';
import { newContext } from '../../src/composition/context.ts';
import {
  type Database,
  type DatabaseAddress,
  dynamicStatement,
  openDatabase,
  openDatabaseSource,
} from '../../src/platform/db/index.ts';
import { newLogger } from '../../src/platform/logger.ts';
import { sealNextEvents, verifyDatabase } from '../../src/sealed-history/index.ts';
import { needsPostgres } from '../faults/scene.ts';
import { type EngineName, engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { readContents, readFiles } from './contents.ts';
import { backUp, clock, type Home, newHome, restore } from './homes.ts';
import { attachedFiles, oddTitle, openSampleWorld, webhookSecret } from './sample-world.ts';

const otherThan = (engine: EngineName): EngineName => (engine === 'sqlite' ? 'postgres' : 'sqlite');

describe('a backup', needsPostgres, () => {
  for (const engine of engines) {
    test(`from ${engine} to the other engine and back keeps every row and every file`, async () => {
      const world = await openSampleWorld(engine);
      const first = { config: world.config, storage: world.context.storage };
      const [second, third] = [await newHome(otherThan(engine)), await newHome(engine)];
      const archive = await backUp(first);
      if (process.platform !== 'win32') assert.equal(statSync(archive).mode & 0o777, 0o600);
      await restore(archive, second);
      await restore(await backUp(second), third);

      const rows = await readContents(first.config.database);
      assert.ok(Object.values(rows).filter((table) => table.length > 0).length > 30);
      assert.ok(rows.ticket_counts?.some((row) => row.endsWith('bigint 9007199254740993')));
      assert.deepEqual(await readContents(second.config.database), rows);
      assert.deepEqual(await readContents(third.config.database), rows);
      const files = await readFiles(first.storage);
      assert.equal(Object.keys(files).length, attachedFiles.length);
      assert.deepEqual(await readFiles(second.storage), files);
      assert.deepEqual(await readFiles(third.storage), files);

      await world.close();
      await assertUsable(second);
      await assertUsable(third);
      await Promise.all([second.remove(), third.remove()]);
    });
  }

  test('holds every table of the database that outlasts its streams', async () => {
    const world = await openSampleWorld('sqlite');
    const listed = await world.db.reads.list(
      dynamicStatement<object, { name: string }>(
        "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
      ),
      {},
    );
    const source = await openDatabaseSource(world.config.database);
    const names = source.tables.map(({ name }) => name);
    await source.close();
    assert.deepEqual(
      listed.map(({ name }) => name).filter((name) => !names.includes(name)),
      ['live_messages', 'schema_migrations'],
    );
    await world.close();
  });
});

/** Docket starts on it, new rows get new numbers, secrets open, and searches and triggers work. */
async function assertUsable({ config }: Home): Promise<void> {
  const { database } = config;
  const before = await lastNumbers(database);
  const db = await openDatabase(database);
  const context = newContext({ config, clock, logger: newLogger('silent'), db });
  const find = async <T>(sql: string) => (await db.reads.find(dynamicStatement<object, T>(sql), {})) as T;
  const hook = await find<{ id: string; secret: string }>('select id, secret from webhooks');
  assert.equal(context.secretBox.open(hook.secret, `webhooks/${hook.id}`), webhookSecret);
  const found = await find<{ title: string }>('select title from tickets where number = 1');
  assert.equal(found.title, oddTitle);
  await db.transaction((tx) =>
    tx.run(dynamicStatement("update tickets set status = 'in_review', version = 2 where number = 1"), {}),
  );
  assert.ok(await find("select 1 as n from ticket_moves where to_status = 'in_review'"), 'triggers work');
  await db.transaction((tx) =>
    tx.run(
      dynamicStatement(
        "insert into events (id, type, occurred_at, data) values ('new', 'test.restored', 1, '{}')",
      ),
      {},
    ),
  );
  const { seq } = await find<{ seq: number }>("select seq from ordered_events where id = 'new'");
  assert.ok(seq > (before.events as number), 'the numbers of events continue');
  const newest = await find<{ id: string }>(
    'select id from ordered_events order by xid desc, seq desc limit 1',
  );
  assert.equal(newest.id, 'new');
  // On PostgreSQL an event is listed once no older transaction of the whole cluster runs, those of other tests included.
  await eventually(async () => {
    const { problem, sealed, unsealed } = await verifyDatabase(db.reads);
    assert.deepEqual([problem, sealed > 10, unsealed > 0], [undefined, true, true], 'the seals still fit');
  });
  await sealNextEvents({ db, clock, box: context.secretBox });
  assert.deepEqual([(await verifyDatabase(db.reads)).problem, await countKeys(db)], [undefined, 1]);
  await context.close();
}

async function lastNumbers(address: DatabaseAddress): Promise<Record<string, number>> {
  const source = await openDatabaseSource(address);
  await source.close();
  return Object.fromEntries(source.tables.map(({ name, sequence }) => [name, sequence?.last ?? 0]));
}

const countKeys = async (db: Database) =>
  (await db.reads.find(dynamicStatement<object, { n: number }>('select count(*) as n from seal_keys'), {}))
    ?.n;
