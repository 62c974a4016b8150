import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { dayMs } from '../../src/platform/clock.ts';
import { type Database, openDatabase, statement } from '../../src/platform/db/index.ts';
import { addAccount } from '../durability/account.ts';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { newMigratedDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';
import { request } from './steady-writers.ts';

const schedules = 40;
const missedDays = 5;
const doneWithinMs = 90_000;

/** As if Docket had been stopped since then. */
const stopSince = statement<{ at: number }>('update ticket_schedules set next_at = :at');
const progress = statement<{ now: number }, { tickets: number; due: number }>(`
  select (select count(*) from tickets) as tickets,
    (select count(*) from ticket_schedules where next_at <= :now) as due`);
const outcome = statement<object, { tickets: number; titles: number; linked: number; missed: number }>(`
  select (select count(*) from tickets) as tickets, (select count(distinct title) from tickets) as titles,
    (select count(distinct last_ticket_id) from ticket_schedules) as linked,
    (select count(*) from ticket_schedules where last_missed = ${missedDays}) as missed`);

onEveryEngine('schedules whose processes are killed', (engine) => {
  const processes = engine === 'postgres' ? 2 : 1;
  let home: TestDatabase;
  let folder: string;
  let servers: RunningServer[] = [];
  let authorization: string;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'docket-schedules-'));
    home = await newMigratedDatabase(engine);
    const db = withReactions(await openDatabase(home.address), eventReactions);
    ({ authorization } = await addAccount(db));
    await db.close();
    await start();
  });
  after(async () => {
    await kill();
    await home.remove();
    rmSync(folder, { recursive: true });
  });

  const start = async () => {
    const settings = { LOG_LEVEL: 'silent', ...(engine === 'postgres' && { DATA_DIR: folder }) };
    for (let index = 0; index < processes; index++) servers.push(await startServer(home.address, settings));
  };
  const kill = async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    servers = [];
  };
  const call = (method: string, url: string, body?: object) =>
    request(servers[0] as RunningServer, { authorization }, method, url, body);

  test('create one ticket each for all that was missed', async () => {
    await call('POST', '/api/projects', { name: 'App', key: 'APP' });
    const daily = { rule: 'FREQ=DAILY', startsAt: '2026-01-01T00:00', timezone: 'UTC' };
    for (let index = 0; index < schedules; index++) {
      const title = `Daily ${index}`;
      await call('POST', '/api/project/APP/schedules', { ...daily, name: title, ticket: { title } });
    }
    await kill();
    const db = await openDatabase(home.address);
    try {
      const midnight = Math.floor(Date.now() / dayMs) * dayMs;
      await db.transaction((tx) => tx.run(stopSince, { at: midnight - missedDays * dayMs }));
      for (const created of [10, 25]) {
        await start();
        await until(db, ({ tickets }) => tickets >= created);
        await kill();
      }
      await start();
      await until(db, ({ due }) => due === 0);
      assert.deepEqual(
        { ...(await db.reads.find(outcome, {})) },
        { tickets: schedules, titles: schedules, linked: schedules, missed: schedules },
      );
    } finally {
      await db.close();
    }
  });

  async function until(
    db: Database,
    isReached: (now: { tickets: number; due: number }) => boolean,
  ): Promise<void> {
    const stopAt = performance.now() + doneWithinMs;
    for (;;) {
      const now = await db.reads.find(progress, { now: Date.now() });
      if (now && isReached(now)) return;
      assert.ok(performance.now() < stopAt, `after ${doneWithinMs} ms: ${JSON.stringify(now)}`);
      await wait(10);
    }
  }
});
