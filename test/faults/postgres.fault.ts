import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { needsPostgres, readiness, type Scene, startScene, untilReady } from './scene.ts';
import { assertEachStoredOnce, request, startWriting } from './steady-writers.ts';

const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name like 'docket%' and pid <> pg_backend_pid()`;

describe('faults of PostgreSQL', needsPostgres, () => {
  let cluster: Scene['cluster'];
  let server: Scene['server'];
  let caller: Scene['caller'];
  let create: Scene['create'];

  before(async () => {
    ({ cluster, server, caller, create } = await startScene());
  });
  after(async () => {
    const { code } = await server.end('SIGTERM');
    await cluster.remove();
    assert.equal(code, 0, 'the server did not end by itself');
  });

  const storedTitles = async (): Promise<string[]> =>
    (await cluster.run("select title from tickets where title like 'Ticket %'")).rows.map(
      ({ title }) => title,
    );

  const configure = async (setting: string) => {
    await cluster.run(`alter system set ${setting}`);
    await cluster.run('select pg_reload_conf()');
  };

  /** Writes while the fault happens and after it. */
  const surviving = async (fault: (writing: ReturnType<typeof startWriting>) => Promise<void>) => {
    await cluster.run("delete from tickets where title like 'Ticket %'");
    const writing = startWriting(server, caller);
    await writing.untilMoreAcknowledged();
    await fault(writing);
    await writing.untilMoreAcknowledged();
    const { acknowledged } = await writing.stop();
    assertEachStoredOnce(await storedTitles(), acknowledged);
  };

  test('sessions that an administrator ends, in and between transactions, lose nothing', () =>
    surviving(async (writing) => {
      for (let i = 0; i < 10; i++) {
        await cluster.run(endSessions);
        await writing.untilMoreAcknowledged();
      }
    }));

  for (const mode of ['fast', 'immediate'] as const) {
    test(`a stop (${mode}) of the server answers 503, loses nothing, and work goes on when the server is back`, () =>
      surviving(async (writing) => {
        await cluster.stop(mode);
        await writing.untilMoreRefused();
        assert.deepEqual(await readiness(server), [503, 'The database does not answer']);
        await cluster.start();
      }));
  }

  test('a change whose connection is lost during the commit may have been saved, and its key gets the one answer', async () => {
    const create = async (title: string) => {
      const response = await fetch(`${server.url}/api/tickets`, {
        method: 'POST',
        headers: {
          authorization: caller.authorization,
          'content-type': 'application/json',
          'idempotency-key': title,
        },
        body: JSON.stringify({ title, projectId: caller.projectId }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape
      const { data, error } = (await response.json()) as any;
      return { status: response.status, replayed: response.headers.get('idempotent-replayed'), data, error };
    };
    const createWhileCommitsEnd = async (title: string) => {
      let isAnswered = false;
      const answer = create(title).finally(() => {
        isAnswered = true;
      });
      while (!isAnswered) await cluster.run(endCommits);
      return answer;
    };
    // A commit waits for a replica that does not exist; it is on the disk already when its session is ended.
    const endCommits = "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'";
    await configure("synchronous_standby_names = 'nobody'");
    let tries = 1;
    // The server reads its files a moment later.
    while ((await createWhileCommitsEnd(`Heard ${tries}`)).status === 201) tries++;
    const title = 'Committed unheard';
    const lost = await createWhileCommitsEnd(title);
    await configure("synchronous_standby_names = ''");
    assert.equal(lost.status, 503);
    assert.match(lost.error.message, /may have been saved/);
    const again = await create(title);
    assert.deepEqual([again.status, again.replayed], [201, 'true']);
    const stored = await cluster.run(`select id from tickets where title = '${title}'`);
    assert.deepEqual(stored.rows, [{ id: again.data.id }]);
  });

  test('a server that accepts no changes answers reads, refuses changes and says so in /readyz', async () => {
    await cluster.run('alter system set default_transaction_read_only = on');
    await cluster.run('select pg_reload_conf()');
    // The server reads its files a moment later; sessions that it opens before that still accept changes.
    const setting = async () => (await cluster.run('show default_transaction_read_only')).rows[0];
    while ((await setting()).default_transaction_read_only !== 'on');
    await cluster.run(endSessions);
    while ((await readiness(server))[1] !== 'The database accepts no changes');
    const list = await request(server, caller, 'GET', '/api/tickets');
    assert.equal(list.status, 200);
    const refused = await request(server, caller, 'POST', '/api/tickets', {
      title: 'x',
      projectId: caller.projectId,
    });
    assert.match(refused.message ?? '', /accepts no changes right now\. Nothing was changed/);
    assert.deepEqual(await readiness(server), [503, 'The database accepts no changes']);

    await cluster.run('alter system reset default_transaction_read_only');
    await cluster.run('select pg_reload_conf()');
    await untilReady(server);
    const made = await create(server, 'After');
    assert.equal(made.status, 201);
  });
});
