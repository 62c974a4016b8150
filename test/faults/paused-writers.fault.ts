import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { statementName } from '../../src/platform/db/postgres/query.ts';
import { newId } from '../../src/platform/ids.ts';
import type { RunningServer } from '../durability/running-server.ts';
import type { OwnCluster } from './own-cluster.ts';
import { startReader } from './resuming-reader.ts';
import { needsPostgres, type Scene, serve, startScene } from './scene.ts';
import { openProxy, type Passing } from './silent-proxy.ts';
import { assertEachStoredOnce, type Caller, request } from './steady-writers.ts';

/** What the server allows an idle transaction (4 s), and 2 s for a busy machine. */
const waitMaxMs = 6_000;

/** The transaction of a connection, as its statements pass by. */
interface Transaction {
  last: 'begin' | 'work' | 'commit' | 'none';
}

/** When the process is paused. What has just passed is held until it goes on. */
const steps: Record<string, (passing: Passing, transaction: Transaction) => boolean> = {
  'before its transaction begins': ({ from }, { last }) => from === 'client' && last === 'begin',
  'after it has taken the lock of the project': ({ from }, { last }) => from === 'server' && last === 'work',
  'before its commit arrives': ({ from }, { last }) => from === 'client' && last === 'commit',
  'after its commit': ({ from }, { last }) => from === 'server' && last === 'commit',
};

const [begin, commit] = ['begin', 'commit'].map(statementName) as [string, string];

describe('processes that are paused', needsPostgres, () => {
  let cluster: Scene['cluster'];
  let caller: Scene['caller'];
  let others: RunningServer[];
  let paused: RunningServer;
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  let observe: (passing: Passing) => Promise<void> | undefined = () => undefined;

  before(async () => {
    const scene = await startScene();
    ({ cluster, caller } = scene);
    others = [scene.server, await serve(cluster.url)];
    const address = new URL(cluster.url);
    proxy = await openProxy({ port: Number(address.port) }, (passing) => observe(passing));
    address.port = String(proxy.port);
    // Without background work every transaction of it is a creation.
    paused = await serve(address.href, { BACKGROUND_WORK: 'off' });
  });
  after(async () => {
    await paused.end('SIGKILL');
    proxy.close();
    await Promise.all(others.map((server) => server.end('SIGTERM')));
    await cluster.remove();
  });

  for (const writers of [1, 16])
    for (const [step, isReached] of Object.entries(steps))
      test(`others wait 4 s at most while a process with ${writers} writers is paused ${step}`, async (t) => {
        const pause = newPause(paused);
        t.after(pause.end);
        const transactions = new WeakMap<object, Transaction>();
        observe = (passing) => {
          const transaction = follow(transactions, passing);
          return pause.isWanted && isReached(passing, transaction) ? pause.begin() : undefined;
        };
        const reader = startReader(others, caller.authorization, 0);
        await reader.connected;
        t.after(() => reader.stop());

        const there = writeAt([paused], caller, writers);
        const beside = writeAt(others, caller, 4);
        await untilMore(there.acknowledged, 2 * writers);
        pause.isWanted = true;
        await pause.begun;
        const writtenBefore = beside.acknowledged.size;
        do await wait(50);
        while (beside.acknowledged.size < writtenBefore + 20 || (await holdsTransactions(cluster)));
        pause.end();
        await Promise.all([there.stop(), beside.stop()]);
        const acknowledged = new Map([...there.acknowledged, ...beside.acknowledged]);
        const created = () => reader.received.filter(({ type }) => type === 'ticket.created');
        const known = () => new Set(created().map(({ title }) => title));
        while ([...acknowledged.keys()].some((title) => !known().has(title))) await wait(20);

        assert.deepEqual(beside.refused, []);
        assert.ok(Math.max(...beside.durationsMs) < waitMaxMs, `${Math.max(...beside.durationsMs)} ms`);
        const delaysMs = created().map(({ title, at }) => at - (beside.acknowledged.get(title) ?? at));
        assert.ok(Math.max(...delaysMs) < waitMaxMs, `live updates came after ${Math.max(...delaysMs)} ms`);
        const { rows } = await cluster.run('select title from tickets');
        assertEachStoredOnce(
          rows.map(({ title }) => title),
          [...acknowledged.keys()],
        );
        assert.equal(new Set(created().map(({ id }) => id)).size, created().length, 'an event came twice');
      });
});

/** A creation sends `begin` with the first statements, then takes the number of the ticket, then sends the rest and `commit`. */
function follow(
  transactions: WeakMap<object, Transaction>,
  { bytes, from, connection }: Passing,
): Transaction {
  const transaction = transactions.get(connection) ?? { last: 'none' };
  transactions.set(connection, transaction);
  if (from === 'server') return transaction;
  const { last } = transaction;
  if (bytes.includes(commit)) transaction.last = 'commit';
  else if (bytes.includes(begin)) transaction.last = 'begin';
  else transaction.last = last === 'begin' || last === 'work' ? 'work' : 'none';
  return transaction;
}

/** Stops a process once, and lets it go on. */
function newPause(server: RunningServer) {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  return {
    isWanted: false,
    begun: begun.promise,
    begin(): Promise<void> {
      this.isWanted = false;
      server.signal('SIGSTOP');
      begun.resolve();
      return ended.promise;
    },
    end: () => {
      server.signal('SIGCONT');
      ended.resolve();
    },
  };
}

/** Creates tickets in one project, so many at a time, in turn at each of the servers. */
function writeAt(servers: readonly RunningServer[], caller: Caller, writers: number) {
  /** When each title was acknowledged. */
  const acknowledged = new Map<string, number>();
  const refused: string[] = [];
  const durationsMs: number[] = [];
  let isStopped = false;
  const write = async (_: unknown, writer: number) => {
    for (let i = writer; !isStopped; i++) {
      const server = servers[i % servers.length] as RunningServer;
      const title = `Ticket ${newId()}`;
      const { projectId } = caller;
      const startedAt = performance.now();
      const fields = { title, projectId };
      const { status, message } = await request(server, caller, 'POST', '/api/tickets', fields);
      durationsMs.push(performance.now() - startedAt);
      if (status === 201) acknowledged.set(title, performance.now());
      else refused.push(`${message} after ${performance.now() - startedAt} ms`);
    }
  };
  const done = Promise.all(Array.from({ length: writers }, write));
  return {
    acknowledged,
    refused,
    durationsMs,
    stop: () => {
      isStopped = true;
      return done;
    },
  };
}

async function untilMore(titles: Map<string, number>, count: number): Promise<void> {
  while (titles.size < count) await wait(10);
}

/** Whether a session of Docket is in a transaction without doing anything. */
async function holdsTransactions(cluster: OwnCluster): Promise<boolean> {
  const idle = `select 1 from pg_stat_activity
    where application_name like 'docket%' and state = 'idle in transaction' and state_change < now() - interval '1 s'`;
  return (await cluster.run(idle)).rows.length > 0;
}
