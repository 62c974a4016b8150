import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { engines, newDatabase, onEveryEngine, openTestDatabase } from '../../../test/support/engines.ts';
import type { Repeat } from '../timer.ts';
import { newCommitNotifications } from './commit-notifications.ts';
import type { Database } from './database.ts';
import { connectPool, directServer } from './postgres/client.ts';
import { newPostgresNotifications } from './postgres/notifications.ts';
import { newProcessId } from './presence.ts';

const never: Repeat = () => () => {};
const session = { processId: newProcessId(), onReplaced: () => {} };

/** Counts the wake-ups and resolves a promise at each. */
function newCounter() {
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

test('the poll runs only while there is a subscriber', () => {
  let polls = 0;
  let poll = () => {};
  const repeat: Repeat = (_ms, work) => {
    polls++;
    poll = work;
    return () => {
      polls--;
    };
  };
  const notifications = newCommitNotifications(repeat);
  const listener = newCounter();
  assert.equal(polls, 0);
  const stops = [notifications.subscribe(listener.wake), notifications.subscribe(listener.wake)];
  poll();
  assert.deepEqual([polls, listener.count()], [1, 2]);
  for (const stop of stops) stop();
  assert.equal(polls, 0);
});

onEveryEngine('notifications', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  test('a commit that notifies wakes subscribers, but not one that unsubscribed', async () => {
    const [subscribed, unsubscribed] = [newCounter(), newCounter()];
    const stop = db.subscribe(subscribed.wake);
    db.subscribe(unsubscribed.wake)();
    const woken = subscribed.next();
    await db.transaction(async (tx) => tx.notify());
    await woken;
    stop();
    assert.equal(unsubscribed.count(), 0);
  });
});

if (engines.includes('postgres')) {
  test('a notification reaches another process without polling, and again after its connection broke', async () => {
    const home = await newDatabase('postgres');
    assert.ok(home.address.engine === 'postgres');
    const { url } = home.address;
    const pool = connectPool(directServer(url), 2);
    const [sender, receiver] = [1, 2].map(() =>
      newPostgresNotifications(url, pool, session, newCommitNotifications(never)),
    );
    assert.ok(sender && receiver);
    const counter = newCounter();
    // LISTEN itself wakes the subscribers once, because they may have missed a notification.
    const listening = counter.next();
    receiver.subscribe(counter.wake);
    await listening;

    const received = counter.next();
    sender.notify();
    await received;

    const reconnected = counter.next();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'docket notifications%' and datname = current_database()`);
    await client.end();
    await reconnected;
    const receivedAgain = counter.next();
    sender.notify();
    await receivedAgain;

    await Promise.all([sender.close(), receiver.close()]);
    await pool.end();
    await home.remove();
  });
}
