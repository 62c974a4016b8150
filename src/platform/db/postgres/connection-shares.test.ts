import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConnectionShares, type StatementCount } from './connection-shares.ts';

/** Work that runs until it is ended, with so many statements. */
function newWork(statements: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = {
    isRunning: false,
    end: resolve,
    run: (count: StatementCount) => {
      work.isRunning = true;
      count.add(statements);
      return promise;
    },
  };
  return work;
}

const start = (shares: ConnectionShares, person: string | undefined, count: number, statements: number) =>
  Array.from({ length: count }, () => {
    const work = newWork(statements);
    return { work, done: shares.run(person, work.run) };
  });

const countRunning = (started: ReturnType<typeof start>) =>
  started.filter(({ work }) => work.isRunning).length;

async function endAll(started: ReturnType<typeof start>) {
  for (const { work } of started) work.end();
  return Promise.allSettled(started.map(({ done }) => done));
}

test('after a long transaction a person has half of the connections, and everybody else as many as they need', async () => {
  const shares = new ConnectionShares(4);
  const small = start(shares, 'eve', 6, 10);
  assert.equal(countRunning(small), 4);
  await endAll(small);
  await endAll(start(shares, 'eve', 1, 1_000));
  const next = start(shares, 'eve', 6, 10);
  const others = [...start(shares, 'ada', 4, 10), ...start(shares, undefined, 4, 10)];
  assert.deepEqual([countRunning(next), countRunning(others)], [2, 8]);
  await endAll(others);
  const outcomes = await endAll(next);
  assert.ok(outcomes.every(({ status }) => status === 'fulfilled'));
  assert.equal(countRunning(next), 6);
});

test('of a person with long transactions twenty wait, and further ones are refused', async () => {
  const shares = new ConnectionShares(2);
  await endAll(start(shares, 'eve', 1, 1_000));
  const outcomes = await endAll(start(shares, 'eve', 30, 10));
  assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 30 - 1 - 20);
});

test('while others change something, a person with long transactions has one connection, and loses none of them', async () => {
  const shares = new ConnectionShares(4);
  await endAll([...start(shares, 'eve', 1, 1_000), ...start(shares, 'ada', 1, 10)]);
  let [running, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, ++running);
    await nextTurn();
    running--;
  };
  await Promise.all(Array.from({ length: 12 }, () => shares.run('eve', work)));
  assert.equal(most, 1);
});

for (const [name, isExpected] of [
  ['before it ends', false],
  ['at its start, if it says so', true],
] as const) {
  test(`a person is known for a long transaction ${name}`, async () => {
    const shares = new ConnectionShares(4);
    const long = newWork(isExpected ? 1 : 1_000);
    const done = shares.run('eve', (count) => {
      if (isExpected) count.expectMany();
      return long.run(count);
    });
    const others = start(shares, 'ada', 1, 10);
    const next = start(shares, 'eve', 3, 10);
    assert.equal(countRunning(next), 0);
    await endAll([...others, { work: long, done }]);
    await endAll(next);
    assert.equal(countRunning(next), 3);
  });
}

test('a transaction that waits runs, at whatever moment the rest of its person ends', {
  timeout: 30_000,
}, async (t) => {
  let [readings, endsAt] = [0, 0];
  // The clock passes the end of the rest between two readings.
  t.mock.method(performance, 'now', () => ++readings / 100 + (readings < endsAt ? 0 : 0.3));
  for (endsAt = 1; endsAt < 60; endsAt++) {
    readings = 0;
    const shares = new ConnectionShares(4);
    const others = start(shares, 'ada', 1, 10);
    const long = start(shares, 'eve', 1, 1_000);
    const next = start(shares, 'eve', 2, 10);
    await endAll([...others, ...long]);
    await endAll(next);
    assert.equal(countRunning(next), 2, `the clock jumps at reading ${endsAt}`);
  }
});
