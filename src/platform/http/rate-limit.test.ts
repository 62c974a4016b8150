import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { newMigratedDatabase } from '../../../test/support/engines.ts';
import { minuteMs, systemClock } from '../clock.ts';
import { type Database, openPrepared, type SharedCounts } from '../db/index.ts';
import { statement } from '../db/statements/statement.ts';
import { RateLimiter } from './rate-limit.ts';

const reply = { header: () => reply } as never;

function isAdmitted(limiter: RateLimiter, credential = 'key'): boolean {
  try {
    limiter.admit(credential, reply);
    return true;
  } catch {
    return false;
  }
}

/** Those under way. A limiter starts the next one in the turn in which the last one ends. */
const exchanges = new Set<Promise<unknown>>();

function follow<T>(exchange: Promise<T>): Promise<T> {
  const done = exchange.then(() => nextTurn()).then(() => void exchanges.delete(done));
  exchanges.add(done);
  return exchange;
}

const following = (counts: SharedCounts): SharedCounts => ({
  ...counts,
  now: () => follow(counts.now()),
  exchange: (minute, own) => follow(counts.exchange(minute, own)),
});

/** Sends requests to the limiters in turn until each of them refuses; returns how many were admitted. */
async function exhaust(limiters: RateLimiter[], onAdmitted = async (_total: number) => {}): Promise<number> {
  let total = 0;
  for (;;) {
    const admitted = limiters.filter((limiter) => isAdmitted(limiter)).length;
    if (admitted === 0) return total;
    total += admitted;
    await onAdmitted(total);
    while (exchanges.size > 0) await Promise.all(exchanges);
  }
}

test('a process alone admits the limit in each window of a minute', async () => {
  let now = 5_000;
  const limiter = new RateLimiter(3, { clock: { steadyNow: () => now } });
  assert.equal(await exhaust([limiter]), 3);
  assert.equal(isAdmitted(limiter, 'another key'), true);
  now += minuteMs;
  assert.equal(await exhaust([limiter]), 3);
});

test('clients without a credential share the limit of their /64, and its /48 has ten times the limit', () => {
  const limiter = new RateLimiter(3, { clock: { steadyNow: () => 0 } });
  const admits = (address: string) => {
    try {
      limiter.admitAddress(address, reply);
      return true;
    } catch {
      return false;
    }
  };
  const countAdmitted = (addresses: string[]) => addresses.filter(admits).length;
  const numbers = (length: number) => Array.from({ length }, (_, index) => index.toString(16));
  assert.equal(countAdmitted(numbers(9).map((n) => `2001:db8:1:2::${n}`)), 3, 'one /64');
  assert.equal(countAdmitted(numbers(50).map((n) => `2001:db8:1:${n}a::1`)), 27, 'the rest of its /48');
  assert.equal(countAdmitted(numbers(9).map((n) => `2001:db8:2:2::${n}`)), 3, 'another /48');
  assert.equal(countAdmitted(['::ffff:192.0.2.1', '::ffff:c000:201', '192.0.2.1', '192.0.2.1']), 3);
  assert.equal(countAdmitted(['192.0.2.2']), 1, 'IPv4 addresses are clients of their own');
});

const needsPostgres = { skip: process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL' };

describe('processes that share a database', needsPostgres, () => {
  const limit = 200;
  /** The limit, 5 %, and 1 % for each process. Nothing arrives during an exchange. */
  const sharedMax = limit * 1.07;
  const truncate = statement<object>('truncate request_counts');
  let databases: Database[];
  let limiters: RateLimiter[] = [];
  let remove: () => Promise<void>;

  before(async () => {
    const database = await newMigratedDatabase('postgres');
    remove = database.remove;
    databases = [await openPrepared(database.address), await openPrepared(database.address)];
  });
  afterEach(() => Promise.all(limiters.map((limiter) => limiter.stop())));
  after(async () => {
    for (const db of databases) await db.close();
    await remove();
  });

  const open = async () => {
    const [counts] = databases.map(({ sharedCounts }) => sharedCounts) as [SharedCounts];
    while ((await counts.now()).endsInMs < 3_000) await nextTurn();
    await databases[0]?.reads.run(truncate, {});
    limiters = databases.map(
      ({ sharedCounts }) =>
        new RateLimiter(limit, { clock: systemClock, shared: following(sharedCounts as SharedCounts) }),
    );
    // The first exchange learns the minute.
    await Promise.all(exchanges);
  };

  test('admit about the limit together', async () => {
    await open();
    const total = await exhaust(limiters);
    assert.ok(total >= limit && total <= sharedMax, `${total} requests were admitted`);
  });

  test('still do when the table loses its rows, as after a crash of the server', async () => {
    await open();
    let isTruncated = false;
    const total = await exhaust(limiters, async (admitted) => {
      if (isTruncated || admitted < limit / 2) return;
      isTruncated = true;
      await databases[0]?.reads.run(truncate, {});
    });
    assert.ok(isTruncated);
    assert.ok(total >= limit && total <= sharedMax, `${total} requests were admitted`);
  });

  test('delete the counts of minutes that are over', async () => {
    limiters = [];
    const [{ sharedCounts }] = databases as [Required<Database>];
    const { minute } = await sharedCounts.now();
    for (const past of [minute - 1, minute - 2]) await sharedCounts.exchange(past, new Map([['old', 7]]));
    assert.equal(await sharedCounts.deleteBefore(minute - 1), 1);
  });

  test('count alone while the database does not answer', async () => {
    const lost: SharedCounts = {
      now: () => Promise.reject(new Error('lost')),
      exchange: () => Promise.reject(new Error('lost')),
      deleteBefore: () => Promise.reject(new Error('lost')),
    };
    limiters = [new RateLimiter(limit, { clock: systemClock, shared: lost })];
    assert.equal(await exhaust(limiters), limit);
  });
});
