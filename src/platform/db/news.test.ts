import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { engines, newDatabase, onEveryEngine, openTestDatabase } from '../../../test/support/engines.ts';
import type { Every } from '../every.ts';
import type { Database } from './database.ts';
import { newNews } from './news.ts';
import { connectPool } from './postgres-engine.ts';
import { newPostgresNews } from './postgres-news.ts';

const never: Every = () => () => {};

/** A promise for each word that comes. */
function newEar() {
  let next = Promise.withResolvers<void>();
  let count = 0;
  return {
    count: () => count,
    next: () => next.promise,
    wake: () => {
      count++;
      next.resolve();
      next = Promise.withResolvers();
    },
  };
}

test('the poll runs while somebody waits, and only then', () => {
  let polls = 0;
  let poll = () => {};
  const repeat: Every = (_ms, work) => {
    polls++;
    poll = work;
    return () => {
      polls--;
    };
  };
  const news = newNews(repeat);
  const ear = newEar();
  assert.equal(polls, 0);
  const stops = [news.subscribe(ear.wake), news.subscribe(ear.wake)];
  poll();
  assert.deepEqual([polls, ear.count()], [1, 2]);
  for (const stop of stops) stop();
  assert.equal(polls, 0);
});

onEveryEngine('news', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  test('a commit with an announcement wakes, and whoever stopped listening sleeps on', async () => {
    const [ear, deaf] = [newEar(), newEar()];
    const stop = db.onNews(ear.wake);
    db.onNews(deaf.wake)();
    const woken = ear.next();
    await db.transaction(async (tx) => tx.announce());
    await woken;
    stop();
    assert.equal(deaf.count(), 0);
  });
});

if (engines.includes('postgres')) {
  test('a word reaches the other process without the poll, also after its connection broke', async () => {
    const home = await newDatabase('postgres');
    assert.ok(home.address.engine === 'postgres');
    const { url } = home.address;
    const pool = connectPool(url, 2);
    const [teller, listener] = [1, 2].map(() => newPostgresNews(url, pool, newNews(never)));
    assert.ok(teller && listener);
    const ear = newEar();
    // It hears once when it begins to listen.
    const begun = ear.next();
    listener.subscribe(ear.wake);
    await begun;

    const told = ear.next();
    teller.tell();
    await told;

    const back = ear.next();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'docket news' and datname = current_database()`);
    await client.end();
    await back;
    const toldAgain = ear.next();
    teller.tell();
    await toldAgain;

    await Promise.all([teller.close(), listener.close()]);
    await pool.end();
    await home.remove();
  });
}
