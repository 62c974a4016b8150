import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { newMigratedDatabase, onEveryEngine } from '../../../../test/support/engines.ts';
import {
  addNumbers,
  addNumbersSlowly,
  countTwice,
  endlessCount,
  endThread,
  exhaustMemory,
  loopForEver,
} from '../../../../test/support/worker-job-fixture.ts';
import { Refusal } from '../../errors.ts';
import { openPrepared, statement } from '../index.ts';
import { inspectServer } from '../postgres/pooler.ts';
import { FairQueue } from './fair-queue.ts';
import { openReadLanes } from './open-read-lanes.ts';
import type { LaneLimits } from './read-lanes.ts';
import { SlowKinds } from './slow-kinds.ts';

const putFact = statement<{ name: string }>("insert into instance_facts (name, value) values (:name, 'x')");

onEveryEngine('read lanes', (engine) => {
  const open = async (t: TestContext, limits: Partial<LaneLimits> = {}) => {
    const { address, remove } = await newMigratedDatabase(engine);
    const lanes = openReadLanes(
      address.engine === 'sqlite'
        ? address
        : { engine: 'postgres', server: await inspectServer(address.url) },
      limits,
    );
    t.after(async () => {
      await lanes.stop();
      await remove();
    });
    const person = (name: string) => {
      const close = new AbortController();
      const { workerReads, runOnWorker } = lanes.readsFor({ person: name, signal: () => close.signal });
      return {
        leave: () => close.abort(),
        readForEver: () => workerReads.list(endlessCount, {}),
        add: async (a: number, b: number) => (await runOnWorker(addNumbers, { a, b })).sum,
        addSlowly: async (a: number, b: number) => (await runOnWorker(addNumbersSlowly, { a, b })).sum,
        runOnWorker,
      };
    };
    return { address, lanes, person };
  };
  const refusedWith = (pattern: RegExp) => (error: unknown) =>
    error instanceof Refusal && error.code === 'UNAVAILABLE' && pattern.test(error.message);

  test('slow reads of many people do not delay a fast read', async (t) => {
    const { person } = await open(t, { timeLimitMs: 60_000 });
    const slow = ['Ada', 'Ben', 'Cem', 'Dag', 'Eve'].map((name) => {
      const reader = person(name);
      // On a busy machine, those who wait for a lane may do so for more than ten seconds.
      const refused = refusedWith(/connection was closed|waited longer/);
      return { reader, ended: assert.rejects(reader.readForEver(), refused) };
    });
    for (let i = 0; i < 20; i++) assert.equal(await person('Fay').add(i, 100), i + 100);
    for (const { reader } of slow) reader.leave();
    await Promise.all(slow.map(({ ended }) => ended));
  });

  test('one person runs one slow read at a time and leaves a lane to others', async (t) => {
    const { person } = await open(t, { slowMs: 5 });
    const flood = person('Ada');
    const ended = [1, 2, 3].map(() => assert.rejects(flood.readForEver(), refusedWith(/closed/)));
    assert.equal(await person('Ben').addSlowly(1, 2), 3);
    flood.leave();
    await Promise.all(ended);
  });

  test('a flood of one person leaves a lane to others', async (t) => {
    const { person } = await open(t, { slowMs: 60_000 });
    const flood = person('Ada');
    const ended = [1, 2, 3, 4].map(() => assert.rejects(flood.readForEver(), refusedWith(/closed/)));
    assert.equal(await person('Ben').add(1, 2), 3);
    flood.leave();
    await Promise.all(ended);
  });

  test('a caller who leaves frees the lane of their read and loses their place in the queue', async (t) => {
    const { person } = await open(t, { lanesMax: 2, slowMs: 200 });
    const [ada, ben] = [person('Ada'), person('Ben')];
    const ended = [ada, ada, ben].map((reader) =>
      assert.rejects(reader.readForEver(), refusedWith(/connection was closed before the answer/)),
    );
    await person('Cem').add(1, 2);
    const waiting = person('Cem').addSlowly(3, 4);
    ada.leave();
    ben.leave();
    assert.equal(await waiting, 7);
    await Promise.all(ended);
    await assert.rejects(ada.add(1, 2), refusedWith(/connection was closed/));
  });

  test('a read that takes longer than the time limit is refused with a narrower question', async (t) => {
    const { person } = await open(t, { timeLimitMs: 500, slowMs: 5 });
    await assert.rejects(
      person('Ada').readForEver(),
      refusedWith(/^This took longer than 0\.5 s\. Filter by project or status, or use a cursor/),
    );
    assert.equal(await person('Ada').addSlowly(1, 2), 3);
  });

  test('a job that computes without reading is ended by the time limit too', async (t) => {
    const { person } = await open(t, { timeLimitMs: 1_000, slowMs: 5, endGraceMs: 10, lanesMax: 2 });
    await assert.rejects(person('Ada').runOnWorker(loopForEver, {}), refusedWith(/took longer than 1 s/));
    assert.equal(await person('Ada').addSlowly(1, 2), 3);
  });

  test('a person with a full share of the queue is refused and others are served', async (t) => {
    const { person } = await open(t, { lanesMax: 2, queuedPerPersonMax: 2, slowMs: 200 });
    const [ada, ben] = [person('Ada'), person('Ben')];
    const running = assert.rejects(ada.readForEver(), refusedWith(/closed/));
    await ben.add(1, 2);
    const waiting = [1, 2].map(() => assert.rejects(ada.addSlowly(1, 2), refusedWith(/closed/)));
    await assert.rejects(
      ada.add(1, 2),
      (error) =>
        refusedWith(/^2 of your reads are waiting already/)(error) &&
        (error as Refusal).retryAfterSeconds === 5,
    );
    assert.equal(await ben.add(1, 2), 3);
    ada.leave();
    await Promise.all([running, ...waiting]);
  });

  test('a thread that ends fails only its own job', async (t) => {
    const { person } = await open(t);
    const ada = person('Ada');
    const other = assert.rejects(person('Ben').readForEver(), refusedWith(/server is stopping|thread/));
    await assert.rejects(ada.runOnWorker(endThread, {}), refusedWith(/^The thread that read this ended/));
    assert.equal(await ada.add(1, 2), 3);
    t.after(() => other);
  });

  test('a job that exhausts the memory of its thread fails alone, and the next one gets a new thread', async (t) => {
    const { person } = await open(t);
    await assert.rejects(person('Ada').runOnWorker(exhaustMemory, {}), refusedWith(/needs more memory/));
    assert.equal(await person('Ben').add(1, 2), 3);
  });

  test('a job sees one state of the database while a writer commits', async (t) => {
    const { address, person } = await open(t);
    const db = await openPrepared(address);
    const gate = new Int32Array(new SharedArrayBuffer(8));
    const counted = person('Ada').runOnWorker(countTwice, { gate });
    await Atomics.waitAsync(gate, 0, 0).value;
    await db.transaction((tx) => tx.run(putFact, { name: 'between' }));
    Atomics.store(gate, 1, 1);
    Atomics.notify(gate, 1);
    const [first, second] = await counted;
    assert.equal(first, second);
    const open2 = new Int32Array(new SharedArrayBuffer(8));
    Atomics.store(open2, 1, 1);
    assert.equal((await person('Ada').runOnWorker(countTwice, { gate: open2 }))[0], (first ?? 0) + 1);
    await db.close();
  });
});

test('the queue serves people in turn', () => {
  const queue = new FairQueue<{ person: string; n: number }>();
  for (const n of [1, 2, 3]) queue.add({ person: 'Ada', n });
  queue.add({ person: 'Ben', n: 4 });
  const order = Array.from({ length: 5 }, () => queue.take()?.n);
  assert.deepEqual(order, [1, 4, 2, 3, undefined]);
  queue.add({ person: 'Ada', n: 5 });
  assert.equal(
    queue.take((person) => person !== 'Ada'),
    undefined,
  );
  assert.equal(queue.size, 1);
});

test('a kind of read is slow after four slow runs in a row, until one is fast', () => {
  const kinds = new SlowKinds(50);
  for (const ms of [80, 90, 100]) kinds.note('stats', ms);
  assert.equal(kinds.isSlow('stats'), false);
  kinds.note('stats', 60);
  assert.equal(kinds.isSlow('stats'), true);
  kinds.note('stats', 2);
  assert.equal(kinds.isSlow('stats'), false);
});
