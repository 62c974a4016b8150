import assert from 'node:assert/strict';
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import {
  type DatabaseAddress,
  DatabaseUnavailable,
  openDatabase,
  openPrepared,
  statement,
} from '../../src/platform/db/index.ts';
import { translate } from '../../src/platform/db/sqlite/engine.ts';
import { FileIdentity } from '../../src/platform/db/sqlite/identity.ts';
import { watchingWrites } from '../../src/platform/db/write-health.ts';
import { addAccount } from '../durability/account.ts';
import { startServer } from '../durability/running-server.ts';
import { newDatabase, newMigratedDatabase } from '../support/engines.ts';

type SqliteAddress = Extract<DatabaseAddress, { engine: 'sqlite' }>;

const wholeCheckBytes = 64 * 1024 * 1024;
const insertFact = statement<{ name: string; value: string }>(
  'insert into instance_facts (name, value) values (:name, :value)',
);

describe('faults of the SQLite file', () => {
  const removals: (() => Promise<void>)[] = [];
  after(async () => {
    for (const remove of removals) await remove();
  });

  const newHome = async (make = newMigratedDatabase) => {
    const { address, remove } = await make('sqlite');
    removals.push(remove);
    return address as SqliteAddress;
  };

  const losses: Record<string, (file: string) => void> = {
    deleted: (file) => rmSync(file),
    'replaced by a copy': (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
    'separated from its write-ahead log': (file) => rmSync(`${file}-wal`),
    emptied: (file) => truncateSync(file, 0),
    'cut off': (file) => truncateSync(file, 12_288),
    'overwritten in place': (file) => overwrite(file, Buffer.alloc(statSync(file).size, 'x')),
  };
  for (const [what, lose] of Object.entries(losses)) {
    test(`a server whose file is ${what} acknowledges nothing more and ends with 65`, async () => {
      const address = await newHome(newDatabase);
      const db = withReactions(await openDatabase(address), eventReactions);
      const { authorization } = await addAccount(db);
      await db.close();
      const server = await startServer(address, { LOG_LEVEL: 'silent' });
      const create = (key: string) =>
        fetch(`${server.url}/api/projects`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ name: key, key }),
        }).then(
          ({ status }) => status,
          () => 'no answer',
        );
      assert.equal(await create('ONE'), 201);
      lose(address.file);
      assert.notEqual(await create('TWO'), 201);
      const end = await server.ended;
      assert.deepEqual(end, { code: 65, signal: null });
    });
  }

  test('a file that is overwritten in place by an older copy, or by another database of Docket, is noticed', async () => {
    for (const isOwn of [true, false]) {
      const { file } = await newHome();
      const copy = readFileSync(isOwn ? file : (await newHome()).file);
      const writer = new DatabaseSync(file);
      // A change that needs another page is counted in the header.
      writer.exec("insert into instance_facts values ('a', zeroblob(9000)); pragma wal_checkpoint(truncate)");
      const identity = new FileIdentity(file);
      identity.assertSame();
      overwrite(file, copy);
      assert.throws(() => identity.assertSame(), /was cut off or overwritten/);
      identity.stop();
      writer.close();
      identity.close();
    }
  });

  test('a file that grows, shrinks by vacuum or gets other tables is the same file', async () => {
    const { file } = await newHome();
    const writer = new DatabaseSync(file);
    const identity = new FileIdentity(file);
    const bytes = () => statSync(file).size;
    const sizes = [bytes()];
    for (const sql of [
      'create table filler as select zeroblob(1000000) as bytes',
      'drop table filler; vacuum',
    ]) {
      writer.exec(`${sql}; pragma wal_checkpoint(truncate)`);
      identity.assertSame();
      sizes.push(bytes());
    }
    const [first = 0, grown = 0, shrunk = 0] = sizes;
    assert.ok(grown > first + 900_000 && shrunk < grown, `${sizes}`);
    identity.stop();
    writer.close();
    identity.close();
  });

  test('a start on a file that was damaged under a process says that the process was killed', async () => {
    const address = await newHome();
    const server = await startServer(address, { LOG_LEVEL: 'silent' });
    await server.end('SIGKILL');
    truncateSync(address.file, 12_288);
    await assert.rejects(openDatabase(address), /is damaged .*SIGBUS if a file is cut off/s);
  });

  test('a full file system refuses the change with its reason', async () => {
    const { file } = await newHome();
    const connection = new DatabaseSync(file);
    connection.exec('pragma max_page_count = 1');
    const fill = () => connection.exec('create table filler as select zeroblob(1000000) as bytes');
    assert.throws(fill, (error) => (translate(error) as DatabaseUnavailable).reason === 'full');
    connection.close();
  });

  test('a database that could not be written is not ready until a write succeeds', async () => {
    const address = await newHome();
    const db = await openPrepared(address);
    let isFull = true;
    const watched = watchingWrites({
      ...db,
      transaction: (work) =>
        isFull ? Promise.reject(new DatabaseUnavailable('full', { reason: 'full' })) : db.transaction(work),
    });
    await watched.ping();
    const write = () => watched.transaction((tx) => tx.run(insertFact, { name: 'a', value: 'b' }));
    await assert.rejects(write(), DatabaseUnavailable);
    await assert.rejects(watched.ping(), DatabaseUnavailable);
    isFull = false;
    await watched.ping();
    await db.close();
  });

  test('damage in a file that is too large to be checked before the start is found after it', async () => {
    const address = await newHome();
    growAndDamage(address.file);
    const db = await openPrepared(address);
    const damage = async () => {
      try {
        await db.ping();
        return false;
      } catch (error) {
        assert.ok(error instanceof DatabaseUnavailable);
        return error.reason === 'damaged';
      }
    };
    while (!(await damage())) await wait(20);
    await db.close();
  });
});

/** Keeps the inode, as `cp` onto a file does. */
function overwrite(file: string, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, 0);
  closeSync(descriptor);
  truncateSync(file, bytes.length);
}

/** Fills a table beyond the size that is checked at the start, and destroys a page of its index. */
function growAndDamage(file: string): void {
  const connection = new DatabaseSync(file);
  connection.exec('create table filler (id integer primary key, bytes blob, word text)');
  const insert = connection.prepare('insert into filler (bytes, word) values (zeroblob(1000000), ?)');
  for (let i = 0; i < 70; i++) insert.run(`word ${i}`.repeat(100));
  connection.exec('create index filler_words on filler (word); pragma wal_checkpoint(truncate)');
  const { rootpage } = connection
    .prepare("select rootpage from sqlite_schema where name = 'filler_words'")
    .get() as { rootpage: number };
  const { page_size: pageSize } = connection.prepare('pragma page_size').get() as { page_size: number };
  connection.close();
  assert.ok(statSync(file).size > wholeCheckBytes);
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(pageSize, 0xff), 0, pageSize, (rootpage - 1) * pageSize);
  closeSync(descriptor);
}
