import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { password } from '../support/password.ts';
import { findFreePort } from '../support/postgres-cluster.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';
import { addAda, needsPostgres, untilReady } from './scene.ts';
import { assertEachStoredOnce, type Caller, request, startWriting } from './steady-writers.ts';

type Outcome = 'replica' | 'behind' | 'unreachable' | 'not_a_replica' | 'diverged';

/** A server with a replica for large reads, and where its metrics are. */
interface Reader {
  server: RunningServer;
  /** How many large reads had this outcome. */
  count(outcome: Outcome): Promise<number>;
}

describe('a streaming replica for large reads', needsPostgres, () => {
  let primary: OwnCluster;
  let replica: OwnCluster;
  let readers: Reader[];
  let caller: Caller;

  before(async () => {
    primary = (await startOwnCluster()) as OwnCluster;
    replica = (await startOwnCluster(primary)) as OwnCluster;
    // Set after the copy: a promoted server that waits for a replica of its own would commit nothing.
    await primary.run("alter system set synchronous_standby_names = '*'");
    await primary.run('select pg_reload_conf()');
    const authorization = await addAda(primary.url);
    readers = [await startReader(), await startReader()];
    const fields = { name: 'Engine', key: 'ENG' };
    const project = await request(first(), { authorization }, 'POST', '/api/projects', fields);
    caller = { authorization, projectId: project.data.id };
  });
  after(async () => {
    for (const { server } of readers) await server.end('SIGTERM');
    await replica.remove();
    await primary.remove();
  });

  const first = () => (readers[0] as Reader).server;
  const bothHosts = () => primary.url.replace(/(@[^/]+)/, `$1,${new URL(replica.url).host}`);
  const startReader = async (): Promise<Reader> => {
    const port = await findFreePort();
    const server = await startServer(
      { engine: 'postgres', url: bothHosts() },
      { DATABASE_READ_URL: replica.url, METRICS_LISTEN: `127.0.0.1:${port}`, LOG_LEVEL: 'fatal' },
    );
    return {
      server,
      count: async (outcome) => {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        return Number(
          new RegExp(`^docket_replica_reads_total{outcome="${outcome}"} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
        );
      },
    };
  };
  const create = (title: string, by = first()) =>
    request(by, caller, 'POST', '/api/tickets', { title, projectId: caller.projectId });
  const search = async (words: string, at: RunningServer, headers: Record<string, string> = {}) => {
    const response = await fetch(`${at.url}/api/tickets/search?q=${encodeURIComponent(words)}`, {
      headers: { authorization: caller.authorization, ...headers },
    });
    assert.equal(response.status, 200, await response.clone().text());
    const { data } = (await response.json()) as { data: { title: string }[] };
    return data.map(({ title }) => title);
  };
  const total = async (outcome: Outcome) =>
    (await Promise.all(readers.map(({ count }) => count(outcome)))).reduce((a, b) => a + b);
  /** Searches until the outcome is seen once more on each server; a gate that closed opens within some seconds. */
  const untilServedBy = async (outcome: Outcome) => {
    for (const { server, count } of readers) {
      const before = await count(outcome);
      while ((await count(outcome)) === before) {
        await search('anything', server);
        await wait(50);
      }
    }
  };
  const pauseReplay = async () => {
    await replica.run('select pg_wal_replay_pause()');
    while ((await replica.run('select pg_get_wal_replay_pause_state() as state')).rows[0].state !== 'paused')
      await wait(10);
  };

  test('answers them, and knows what each process wrote a moment before', async () => {
    const rounds = 20;
    for (let i = 0; i < rounds; i++) {
      const title = `Fresh${i} ticket`;
      assert.equal((await create(title, readers[i % 2]?.server)).status, 201);
      for (const { server } of readers) assert.deepEqual(await search(`Fresh${i}`, server), [title]);
    }
    // Of one search on each server in each round; the replica may be behind at times.
    assert.ok((await total('replica')) > rounds, 'the replica answered less than half of the searches');
  });

  test('leaves them to the primary while its replay stands still, so nobody misses a write', async () => {
    // A commit must not wait for the replay, only for the log to arrive.
    await pauseReplay();
    const before = await total('behind');
    for (let i = 0; i < 5; i++) {
      assert.equal((await create(`Paused${i} ticket`)).status, 201);
      for (const { server } of readers)
        assert.deepEqual(await search(`Paused${i}`, server), [`Paused${i} ticket`]);
    }
    assert.ok((await total('behind')) > before);
    await replica.run('select pg_wal_replay_resume()');
    await untilServedBy('replica');
  });

  test('shows nothing to somebody whose access ended while its replay stands still', async () => {
    const ben = await signUp(first());
    const members = `/api/project/${caller.projectId}/members`;
    assert.equal((await request(first(), caller, 'POST', members, { userId: ben.id })).status, 201);
    assert.equal((await create('Merger plans')).status, 201);
    const asBen = { authorization: '', cookie: ben.cookie };
    for (const { server } of readers)
      assert.deepEqual(await search('Merger', server, asBen), ['Merger plans']);
    await pauseReplay();
    assert.equal((await request(first(), caller, 'DELETE', `${members}/${ben.id}`)).status, 200);
    for (const { server } of readers) assert.deepEqual(await search('Merger', server, asBen), []);
    await replica.run('select pg_wal_replay_resume()');
    await untilServedBy('replica');
  });

  test('is not missed when it is killed, and is used again when it is back', async () => {
    // Without it no commit is replicated, and all would wait for it.
    await primary.run("alter system set synchronous_standby_names = ''");
    await primary.run('select pg_reload_conf()');
    let isStopped = false;
    let answered = 0;
    const searching = Promise.all(
      readers.map(async ({ server }) => {
        while (!isStopped) {
          await search('anything', server);
          answered++;
        }
      }),
    );
    await replica.stop('immediate');
    const goal = answered + 50;
    while (answered < goal) await Promise.race([wait(10), searching]);
    assert.equal((await create('Without replica')).status, 201);
    assert.deepEqual(await search('Without replica', first()), ['Without replica']);
    await replica.start();
    isStopped = true;
    await searching;
    assert.ok((await total('unreachable')) > 0);
    await untilServedBy('replica');
    await primary.run("alter system set synchronous_standby_names = '*'");
    await primary.run('select pg_reload_conf()');
  });

  test('is promoted under load: every acknowledged write is there, and the servers follow', async () => {
    const writing = startWriting(first(), caller);
    await writing.untilMoreAcknowledged();
    await primary.stop('immediate');
    await writing.untilMoreRefused();
    await replica.run('select pg_promote()');
    await writing.untilMoreAcknowledged();
    const { acknowledged } = await writing.stop();
    const stored = await replica.run("select title from tickets where title like 'Ticket %'");
    assertEachStoredOnce(
      stored.rows.map(({ title }) => title),
      acknowledged,
    );
    await Promise.all(readers.map(({ server }) => untilReady(server)));
    assert.equal((await create('After promotion')).status, 201);
    for (const { server } of readers)
      assert.deepEqual(await search('After promotion', server), ['After promotion']);
    assert.ok((await total('not_a_replica')) > 0);
  });

  test('that was promoted stays the primary of new processes when the old one returns', async () => {
    await primary.start();
    const late = await startReader();
    readers.push(late);
    assert.equal((await create('At the promoted one', late.server)).status, 201);
    const { rows } = await replica.run("select 1 from tickets where title = 'At the promoted one'");
    assert.equal(rows.length, 1);
  });
});

async function signUp(server: RunningServer): Promise<{ id: string; cookie: string }> {
  const response = await fetch(`${server.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ben', email: 'ben@example.org', password }),
  });
  const { data } = (await response.json()) as { data: { user: { id: string } } };
  return { id: data.user.id, cookie: response.headers.get('set-cookie')?.split(';')[0] as string };
}
