import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type EngineName, newMigratedDatabase, onEveryEngine } from '../../../test/support/engines.ts';
import { type Database, DatabaseUnavailable, UniqueViolation } from './database.ts';
import { openPrepared } from './open-database.ts';
import { dynamicStatement, statement } from './statements/statement.ts';

const insert = statement<{ name: string; value: string }>(
  'insert into instance_facts (name, value) values (:name, :value)',
);
const values = statement<{ names: string[] }, { value: string }>(
  'select value from instance_facts where name in :names[] order by name',
);
const backend = dynamicStatement<object, { pid: number }>('select pg_backend_pid() as pid');

onEveryEngine('a transaction', (engine) => {
  let db: Database;
  let address: string | undefined;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, address, close } = await open(engine));
  });
  after(() => close());

  const read = async (...names: string[]) =>
    (await db.reads.list(values, { names })).map(({ value }) => value);

  test('a sent write is visible to the next statement and is committed', async () => {
    const seen = await db.transaction(async (tx) => {
      await tx.send(insert, { name: 'sent', value: 'one' });
      return tx.list(values, { names: ['sent'] });
    });
    assert.deepEqual(seen, [{ value: 'one' }]);
    assert.deepEqual(await read('sent'), ['one']);
  });

  test('a failed sent write fails the transaction with its own error, and nothing is committed', async () => {
    await db.transaction((tx) => tx.run(insert, { name: 'taken', value: 'first' }));
    const sendOnly = db.transaction(async (tx) => {
      await tx.send(insert, { name: 'before the failure', value: 'x' });
      await tx.send(insert, { name: 'taken', value: 'second' });
    });
    await assert.rejects(sendOnly, new UniqueViolation('instance_facts'));
    const withStatementAfter = db.transaction(async (tx) => {
      await tx.send(insert, { name: 'taken', value: 'second' });
      return tx.list(values, { names: ['taken'] });
    });
    await assert.rejects(withStatementAfter, new UniqueViolation('instance_facts'));
    assert.deepEqual(await read('taken', 'before the failure'), ['first']);
  });

  test('a commit that is sent with the last statements makes them last', async () => {
    const seen = await db.transaction(async (tx, commitNow) => {
      await tx.send(insert, { name: 'last', value: 'one' });
      const reading = tx.list(values, { names: ['last'] });
      commitNow?.();
      return reading;
    });
    assert.deepEqual(seen, [{ value: 'one' }]);
    assert.deepEqual(await read('last'), ['one']);
  });

  test('a commit that is sent with a failing statement commits nothing, and the failure is told', async () => {
    await db.transaction((tx) => tx.run(insert, { name: 'held', value: 'first' }));
    const failing = () =>
      db.transaction(async (tx, commitNow) => {
        await tx.send(insert, { name: 'beside the failure', value: 'x' });
        await tx.send(insert, { name: 'held', value: 'second' });
        const reading = tx.list(values, { names: ['held'] });
        commitNow?.();
        return reading;
      });
    // The second time all of it is prepared, so that one message carries the failing statement and the commit.
    for (let run = 0; run < 2; run++) await assert.rejects(failing(), new UniqueViolation('instance_facts'));
    const alone = db.transaction(async (tx, commitNow) => {
      await tx.send(insert, { name: 'held', value: 'second' });
      commitNow?.();
    });
    await assert.rejects(alone, new UniqueViolation('instance_facts'));
    assert.deepEqual(await read('held', 'beside the failure'), ['first']);
  });

  test('a long transaction lets the event loop run between its statements', async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const start = process.threadCpuUsage();
    const usedMs = () => process.threadCpuUsage(start).user / 1_000;
    await db.transaction(async (tx) => {
      for (let i = 0; usedMs() < 300; i++) await tx.send(insert, { name: `turn ${i}`, value: 'x' });
    });
    isDone = true;
    // Without it there are those of the group commit, fewer than five.
    assert.ok(turns >= 8, `${turns} turns`);
  });

  test('thousands of sent writes are all committed', async () => {
    const names = Array.from({ length: 2_000 }, (_, i) => `many ${String(i).padStart(4, '0')}`);
    await db.transaction(async (tx) => {
      for (const name of names) await tx.send(insert, { name, value: name });
    });
    assert.deepEqual(await read(...names), names);
  });

  test('a failed read fails no other read of the same moment', async () => {
    const results = await Promise.allSettled([
      read('sent'),
      db.reads.find(dynamicStatement<object>('select no_such_column from instance_facts'), {}),
      read('taken'),
      read('sent'),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
  });

  if (engine === 'postgres') {
    test('a statement after the commit is refused', async () => {
      const late = db.transaction(async (tx, commitNow) => {
        commitNow?.();
        await tx.send(insert, { name: 'late', value: 'x' });
      });
      await assert.rejects(late, /follows the commit/);
      assert.deepEqual(await read('late'), []);
    });

    test('a read that fails while it runs fails no other read of the same moment', async () => {
      const whole = dynamicStatement<{ text: string }, { value: number }>(
        'select cast(cast(:text as text) as integer) as value',
      );
      const readAll = () =>
        Promise.allSettled([
          read('sent'),
          db.reads.find(whole, { text: '7' }),
          db.reads.find(whole, { text: 'no number' }),
          read('sent'),
        ]);
      // The first time each statement is prepared, apart from the others.
      await readAll();
      const [first, sound, broken, last] = await readAll();
      assert.deepEqual(sound, { status: 'fulfilled', value: { value: 7 } });
      assert.equal(broken.status, 'rejected');
      for (const result of [first, last]) assert.deepEqual(result, { status: 'fulfilled', value: ['one'] });
    });

    test('a transaction whose connection ends before the server ran its commit runs again', async () => {
      const mayEndConnection = dynamicStatement<{ ends: number }>(
        'select case when cast(:ends as integer) = 1 then pg_terminate_backend(pg_backend_pid()) end',
      );
      let runs = 0;
      const change = (name: string, endsFirst: boolean) =>
        db.transaction(async (tx, commitNow) => {
          runs++;
          await tx.find(backend, {});
          await tx.send(mayEndConnection, { ends: endsFirst && runs === 1 ? 1 : 0 });
          await tx.send(insert, { name, value: 'once' });
          commitNow?.();
        });
      // Prepares the statements, so that one message carries the end of the connection and the commit.
      await change('not ended', false);
      runs = 0;
      await change('run again', true);
      assert.equal(runs, 2);
      assert.deepEqual(await read('run again'), ['once']);
    });

    test('after a lost connection, reads and transactions use a new one', async () => {
      const [reader, writer] = await Promise.all([
        db.reads.find(backend, {}),
        db.transaction((tx) => tx.find(backend, {})),
      ]);
      const admin = new pg.Client(address);
      await admin.connect();
      for (const { pid } of [reader, writer] as { pid: number }[])
        await admin.query('select pg_terminate_backend($1, 5000)', [pid]);
      await admin.end();
      const outcome = await read('sent').catch((error: unknown) => error);
      assert.ok(outcome instanceof DatabaseUnavailable || Array.isArray(outcome));
      assert.deepEqual(await read('sent'), ['one']);
      assert.deepEqual(await db.transaction((tx) => tx.list(values, { names: ['sent'] })), [
        { value: 'one' },
      ]);
    });

    test('what still waits when the connections are closed is told that the database is not available', async () => {
      const stopping = await open(engine);
      await stopping.close();
      const late = stopping.db.transaction((tx) => tx.find(backend, {}));
      await assert.rejects(late, DatabaseUnavailable);
    });
  }
});

async function open(engine: EngineName) {
  const { address, remove } = await newMigratedDatabase(engine);
  const db = await openPrepared(address);
  return {
    db,
    address: address.engine === 'postgres' ? address.url : undefined,
    close: async () => {
      await db.close();
      await remove();
    },
  };
}
