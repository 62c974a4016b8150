import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import pg from 'pg';
import { type DatabaseAddress, dynamicStatement, openDatabase } from '../../src/platform/db/index.ts';
import { migrateSqlite } from '../../src/platform/db/migration/migrate.ts';
import { backUp, newHome, restore } from '../backup/homes.ts';
import { openSampleWorld } from '../backup/sample-world.ts';
import { onEveryEngine } from '../support/engines.ts';
import { needsPostgres } from './scene.ts';

async function onDatabase(address: DatabaseAddress, sql: string): Promise<void> {
  if (address.engine === 'sqlite') {
    const connection = new DatabaseSync(address.file);
    connection.exec(sql);
    connection.close();
    return;
  }
  const client = new pg.Client({ connectionString: address.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

onEveryEngine('a restore', (engine) => {
  test('is refused while a server uses the database, or if it has accounts, unless it is replaced', async () => {
    const world = await openSampleWorld('sqlite');
    const archive = await backUp({ config: world.config, storage: world.context.storage });
    await world.close();
    const home = await newHome(engine);
    const { database } = home.config;
    const server = await openDatabase(database);
    await server.reads.find(dynamicStatement('select 1 as n from users'), {});
    const refused = assert.rejects(restore(archive, home), /Another process uses .*Stop every Docket server/);
    await refused.finally(() => server.close());
    await restore(archive, home);
    await assert.rejects(restore(archive, home), /has accounts already.*--replace/);
    await onDatabase(database, "update users set name = 'Changed'");
    await restore(archive, home, true);
    const db = await openDatabase(database);
    const users = await db.reads.list(
      dynamicStatement<object, { name: string }>('select name from users'),
      {},
    );
    assert.deepEqual(users, [{ name: 'Ada' }]);
    await db.close();
    await home.remove();
  });

  test('that did not finish keeps Docket from starting on the database', async () => {
    const home = await newHome(engine);
    const { database } = home.config;
    if (database.engine === 'sqlite') writeFileSync(`${database.file}.restore-unfinished`, '');
    else await onDatabase(database, 'create table restore_unfinished (started_at timestamptz)');
    await assert.rejects(openDatabase(database), /did not finish. Run "docket restore" again/);
    const world = await openSampleWorld('sqlite');
    await restore(await backUp({ config: world.config, storage: world.context.storage }), home);
    await world.close();
    await (await openDatabase(database)).close();
    await home.remove();
  });

  test('of an older backup runs the migrations that it lacks', async () => {
    const old = await newHome('sqlite');
    const { file } = old.config.database as { file: string };
    migrateSqlite(file, { upTo: 45 });
    await onDatabase(
      old.config.database,
      `insert into users (id, name, email, email_folded, role, created_at, updated_at, name_folded)
       values ('u', 'Ada', 'a@b.c', 'a@b.c', 'ADMIN', 1, 1, 'ada')`,
    );
    const home = await newHome(engine);
    await restore(await backUp(old), home);
    const db = await openDatabase(home.config.database, () => assert.fail('a migration was left'));
    const find = (sql: string) => db.reads.find(dynamicStatement<object, { n: number }>(sql), {});
    assert.deepEqual(await find('select count(*) as n from users'), { n: 1 });
    assert.deepEqual(await find('select count(*) as n from project_inbound_secrets'), { n: 0 });
    await db.close();
    await Promise.all([old.remove(), home.remove()]);
  });

  test('adds the keys of the backup to those of the instance', async () => {
    const world = await openSampleWorld('sqlite');
    const archive = await backUp({ config: world.config, storage: world.context.storage });
    const [restored] = world.config.secretKeys.read();
    await world.close();
    const home = await newHome(engine);
    const [own] = home.config.secretKeys.read();
    await restore(archive, home);
    assert.deepEqual(
      home.config.secretKeys.read().map(({ id }) => id),
      [restored?.id, own?.id],
    );
    const file = path.join(home.config.DATA_DIR, 'secrets.key');
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
    await home.remove();

    const other = await newHome(engine, { SECRETS_KEY: Buffer.alloc(32, 9).toString('base64') });
    await assert.rejects(restore(archive, other), /is not in SECRETS_KEY. Add that key/);
    await other.remove();
    const key = readFileSync(file, 'utf8').split('\n')[0] as string;
    const shared = await newHome(engine, { SECRETS_KEY: key });
    await restore(archive, shared);
    assert.ok(!existsSync(path.join(shared.config.DATA_DIR, 'secrets.key')));
    await shared.remove();
  });
});

describe('a restore from PostgreSQL into SQLite', needsPostgres, () => {
  test('keeps the settled order of events, and every cursor at its event', async () => {
    const world = await openSampleWorld('postgres');
    const { database } = world.config;
    // The second transaction took its number later, but committed its event with the smaller one.
    await onDatabase(
      database,
      `insert into events (seq, xid, id, type, occurred_at, data) overriding system value values
         (1001, 90000000002, 'late', 'test.late', 1, '{}'), (1002, 90000000001, 'early', 'test.early', 1, '{}'),
         (1003, 90000000003, 'last', 'test.last', 1, '{}');
       insert into webhook_deliveries (webhook_number, event_seq, state, lane, next_at, created_at)
         select number, 1001, 'pending', 0, 1001, 1 from webhooks;
       update notification_cursor set xid = 90000000001, seq = 1002;
       update event_count_cursor set xid = 90000000003, seq = 1003`,
    );
    const home = await newHome('sqlite');
    await restore(await backUp({ config: world.config, storage: world.context.storage }), home);
    await world.close();
    const db = await openDatabase(home.config.database);
    const list = (sql: string) => db.reads.list(dynamicStatement<object, object>(sql), {});
    assert.deepEqual(await list("select seq, id from events where type like 'test.%' order by seq"), [
      { seq: 1001, id: 'early' },
      { seq: 1002, id: 'late' },
      { seq: 1003, id: 'last' },
    ]);
    assert.deepEqual(await list('select event_seq, next_at from webhook_deliveries where event_seq > 1000'), [
      { event_seq: 1002, next_at: 1002 },
    ]);
    assert.deepEqual(await list('select xid, seq from notification_cursor'), [{ xid: 1001, seq: 1001 }]);
    assert.deepEqual(await list('select xid, seq from event_count_cursor'), [{ xid: 1003, seq: 1003 }]);
    await db.close();
    await home.remove();
  });
});
