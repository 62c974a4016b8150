import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { newMigratedDatabase, type TestDatabase } from '../../../../test/support/engines.ts';
import { type Database, UniqueViolation } from '../database.ts';
import { openDatabase } from '../open-database.ts';
import { statement } from '../statements/statement.ts';
import { pauseThread } from './pause-thread.ts';

const insert = statement<{ name: string }>("insert into instance_facts (name, value) values (:name, 'x')");
const insertLong = statement<{ long: string }>(
  "insert into instance_facts (name, value) values ('long', :long)",
);
// The migrations leave a fact of their own.
const names = statement<object, { name: string }>(
  "select name from instance_facts where name <> 'schema_serves_from' order by name",
);

let home: TestDatabase;
let db: Database;
beforeEach(async () => {
  home = await newMigratedDatabase('sqlite');
  db = await openDatabase(home.address);
});
afterEach(async () => {
  await db.close();
  await home.remove();
});

const add = (name: string) => db.transaction((tx) => tx.run(insert, { name }));
const listNames = async () => (await db.reads.list(names, {})).map(({ name }) => name);

test('a failed transaction in a group is rolled back alone', async () => {
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((name) =>
      db.transaction(async (tx) => {
        await tx.run(insert, { name });
        if (name === 'b') throw new Error('no');
        return name;
      }),
    ),
  );
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    ['a', 'no', 'c', 'd'],
  );
  assert.deepEqual(await listNames(), ['a', 'c', 'd']);
});

for (const [what, failing, runs] of [
  ['before it wrote does not rerun the group', 'no, unwritten', { a: 1, 'no, unwritten': 1, c: 1 }],
  ['after others wrote reruns them alone', 'no, written', { a: 2, 'no, written': 1, c: 1 }],
] as const) {
  test(`a transaction that fails ${what}`, async () => {
    const counts: Record<string, number> = {};
    const outcomes = await Promise.allSettled(
      ['a', failing, 'c'].map((name) =>
        db.transaction(async (tx) => {
          counts[name] = (counts[name] ?? 0) + 1;
          if (name === 'no, unwritten') throw new Error('no');
          await tx.run(insert, { name });
          if (name === 'no, written') throw new Error('no');
        }),
      ),
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(counts, runs);
    assert.deepEqual(await listNames(), ['a', 'c']);
  });
}

test('a transaction that fails first is rolled back without rerunning the others', async () => {
  let runs = 0;
  const failing = db.transaction(async (tx) => {
    await tx.run(insert, { name: 'no' });
    throw new Error('no');
  });
  const following = db.transaction(async (tx) => {
    runs++;
    await tx.run(insert, { name: 'a' });
  });
  await assert.rejects(failing, /no/);
  await following;
  assert.equal(runs, 1);
  assert.deepEqual(await listNames(), ['a']);
});

test('only the transaction that inserted a duplicate gets UniqueViolation, with the table', async () => {
  const [first, twin, other] = await Promise.allSettled([add('a'), add('a'), add('b')]);
  assert.deepEqual([first?.status, other?.status], ['fulfilled', 'fulfilled']);
  const { reason } = twin as PromiseRejectedResult;
  assert.ok(reason instanceof UniqueViolation);
  assert.equal(reason.table, 'instance_facts');
});

test('no transaction resolves before the whole group is committed', async () => {
  const resolved: string[] = [];
  const first = add('a').then(() => resolved.push('a'));
  const second = db.transaction(async (tx) => {
    assert.deepEqual(
      (await tx.list(names, {})).map(({ name }) => name),
      ['a'],
      'the first transaction has run',
    );
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([resolved, await listNames()], [[], []], 'it is neither resolved nor visible');
  });
  await Promise.all([first, second]);
  assert.deepEqual([resolved, await listNames()], [['a'], ['a']]);
});

test('no read of the main thread sees a change before it is on disk and acknowledged', async () => {
  let isAcknowledged = false;
  const write = add('a').then(() => {
    isAcknowledged = true;
  });
  let seen: string[] = [];
  while (seen.length === 0) {
    seen = await listNames();
    assert.ok(isAcknowledged || seen.length === 0, 'a read saw a change that was not acknowledged');
  }
  await write;
});

test('after a write-ahead log that grew long, the next transaction starts it anew first', async (t) => {
  assert.ok(home.address.engine === 'sqlite');
  // The timer that shortens the log after a commit does not fire, so only transactions do.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const file = new DatabaseSync(home.address.file);
  const logPages = () => Number(file.prepare('pragma wal_checkpoint(noop)').get()?.log);
  const long = 'x'.repeat(32 * 1024 * 1024);
  await db.transaction((tx) => tx.run(insertLong, { long }));
  const before = logPages();
  // A transaction waits for half a second at most; a busy machine can need longer to start the thread.
  for (let tries = 0; tries < 100 && logPages() >= 1_000; tries++) await add(`a${tries}`);
  assert.ok(before > 8_000 && logPages() < 1_000, `${before} pages, then ${logPages()}`);
  file.close();
});

test('the commit of a group that ran for long begins in a turn of the event loop of its own', async () => {
  let hadTurn = false;
  await db.transaction(async (tx) => {
    await tx.run(insert, { name: 'a' });
    pauseThread(5);
    setImmediate(() => {
      hadTurn = true;
    });
  });
  assert.ok(hadTurn);
});

test('slow transactions of one person leave the writer to others, and a group does not wait for all of them', async () => {
  const order: string[] = [];
  const slow = Array.from({ length: 3 }, (_, index) =>
    db.transaction(async (tx) => {
      for (let row = 0; row < 300; row++) await tx.run(insert, { name: `slow ${index} ${row}` });
      pauseThread(60);
      order.push('slow');
    }, 'eve'),
  );
  const writeFast = async (name: string) => {
    await db.transaction(async (tx) => {
      await tx.run(insert, { name });
      order.push(name);
    }, 'ada');
  };
  for (const name of ['first', 'second', 'third']) await writeFast(name);
  // Each commit of Ada's follows at most one of Eve's, who rests while Ada is there.
  assert.ok(order.indexOf('third') <= 4, order.join());
  await Promise.all(slow);
  assert.equal((await listNames()).length, 903);
});

test('more transactions than one commit takes are all written, in order', async () => {
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 600 }, (_, index) =>
      db.transaction(async (tx) => {
        order.push(index);
        await tx.run(insert, { name: String(index) });
      }),
    ),
  );
  assert.deepEqual(order, Array.from(Array(600).keys()));
  assert.equal((await listNames()).length, 600);
});

test('a transaction submitted while a group runs is committed later', async () => {
  let inner: Promise<number> | undefined;
  await db.transaction(async (tx) => {
    inner = add('later');
    await tx.run(insert, { name: 'now' });
  });
  await inner;
  assert.deepEqual(await listNames(), ['later', 'now']);
});

const holder = `
  const { DatabaseSync } = require('node:sqlite');
  const db = new DatabaseSync(process.argv[1]);
  db.exec("begin immediate; insert into instance_facts values ('theirs', 'x')");
  console.log('locked');
  process.stdin.on('end', () => db.exec('commit')).resume();`;

test('a write waits for the write lock of another process while reads go on', async () => {
  assert.ok(home.address.engine === 'sqlite');
  const child = spawn(process.execPath, ['-e', holder, home.address.file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  let isWritten = false;
  const write = add('ours').then(() => {
    isWritten = true;
  });
  for (let i = 0; i < 100; i++) {
    assert.deepEqual(await listNames(), []);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(isWritten, false);
  child.stdin.end();
  await write;
  assert.deepEqual(await listNames(), ['ours', 'theirs']);
});
