import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { type Database, openDatabase, statement } from '../../src/platform/db/index.ts';
import { type Account, addAccount, bodyOf } from '../durability/account.ts';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { newMigratedDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';

const writers = 24;
const roundsMax = 6;
/** Enough keys whose process died between the commit and the answer. */
const unansweredMin = 3;

const countUnanswered = statement<object, { count: number }>(
  'select count(*) as count from idempotency_keys where body is null',
);
const titles = statement<object, { id: string; title: string }>('select id, title from tickets');

onEveryEngine('Idempotency-Keys of killed processes', (engine) => {
  let home: TestDatabase;
  let ada: Account;
  let server: RunningServer;
  /** Keys that were sent, with the ticket of the answer if there was one. */
  const ledger = new Map<string, string | undefined>();
  let answered = 0;
  let unanswered = 0;

  before(async () => {
    home = await newMigratedDatabase(engine);
    ada = await withDatabase(addAccount);
  });
  after(async () => {
    await server.end('SIGKILL');
    await home.remove();
  });

  async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = withReactions(await openDatabase(home.address), eventReactions);
    return work(db).finally(() => db.close());
  }

  const create = async (key: string) => {
    const response = await ada.send(
      server,
      'POST',
      '/api/tickets',
      { title: key },
      { 'idempotency-key': key },
    );
    return { status: response.status, id: (await bodyOf(response)).data?.id as string | undefined };
  };

  /** Writers that send one key after another until the process is gone. */
  async function writeUntilKilled(round: number): Promise<void> {
    const write = async (_: unknown, writer: number) => {
      for (let i = 0; ; i++) {
        const key = `${round} ${writer} ${i}`;
        ledger.set(key, undefined);
        const answer = await create(key).catch(() => undefined);
        if (!answer) return;
        assert.equal(answer.status, 201);
        ledger.set(key, answer.id);
        answered++;
      }
    };
    const writing = Promise.all(Array.from({ length: writers }, write));
    const known = answered;
    while (answered < known + writers) await wait(1);
    await wait(Math.random() * 20);
    await Promise.all([server.end('SIGKILL'), writing]);
  }

  test('every key that was sent is answered with its one ticket, at once after the restart', async () => {
    for (let round = 0; round < roundsMax && unanswered < unansweredMin; round++) {
      server = await startServer(home.address);
      await writeUntilKilled(round);
      unanswered += (await withDatabase((db) => db.reads.find(countUnanswered, {})))?.count ?? 0;
      server = await startServer(home.address);
      // Of those that were answered, one in twenty.
      const repeated = [...ledger].filter(([, id], i) => id === undefined || i % 20 === 0);
      for (const [key, id] of repeated) {
        const again = await create(key);
        assert.equal(again.status, 201, key);
        assert.equal(again.id, id ?? again.id, key);
        ledger.set(key, again.id);
      }
      await server.end('SIGKILL');
    }
    assert.ok(unanswered > 0, 'no process died between a commit and its answer, so this test shows nothing');
    const stored = await withDatabase((db) => db.reads.list(titles, {}));
    assert.equal(stored.length, ledger.size);
    for (const { id, title } of stored) assert.equal(ledger.get(title), id, title);
  });
});
