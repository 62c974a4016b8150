import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, DocketError } from '../../sdk/index.ts';
import { createApiKey, insertAccount } from '../../src/auth/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { newDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';

const states = [
  'queued',
  'in_progress',
  'waiting_for_user',
  'completed',
  'failed',
  'cancelled',
  'timed_out',
] as const;
type State = (typeof states)[number];

onEveryEngine('a server that is killed', (engine) => {
  let home: TestDatabase;
  let apiKey: string;
  let server: RunningServer;
  let projectId: string;

  const api = () => createClient({ baseUrl: server.url, apiKey });
  const restart = async () => {
    await server.end('SIGKILL');
    server = await startServer(home.address, { AGENT_TASKS_PER_HOUR: '100000' });
  };

  before(async () => {
    home = await newDatabase(engine);
    const db = await openDatabase(home.address);
    const now = systemClock.now();
    apiKey = await db.transaction(async (tx) => {
      const { id } = await insertAccount(tx, now, { name: 'Ada', email: 'ada@example.org' }, 'no password');
      return (await createApiKey(tx, id, { name: 'k' }, now)).key;
    });
    await db.close();
    server = await startServer(home.address, { AGENT_TASKS_PER_HOUR: '100000' });
    projectId = (await api().createProject({ body: { name: 'Work' } })).data.id;
  });
  after(async () => {
    await server.end('SIGKILL');
    await home.remove();
  });

  const queue = async (more: object = {}) =>
    (await api().createAgentTask({ body: { projectId, title: 'T', instructions: '', ...more } })).data.id;
  const claim = async (leaseSeconds: number) =>
    (await api().claimAgentTask({ body: { workerId: 'w', projectId, leaseSeconds, wait: 30 } })).data;
  const stateOf = async (id: string) => (await api().getAgentTask({ params: { id } })).data;

  /** Brings a task into the state, as its last word acknowledges it. */
  const bring = async (state: State): Promise<string> => {
    const id = await queue({ maxAttempts: 1 });
    const params = { id };
    if (state === 'queued') return id;
    if (state === 'cancelled') await api().cancelAgentTask({ params, body: {} });
    if (state === 'cancelled') return id;
    const { lease } = await claim(state === 'timed_out' ? 1 : 900);
    const epoch = lease?.epoch ?? 0;
    if (state === 'waiting_for_user')
      await api().askAboutAgentTask({ params, body: { epoch, question: '?' } });
    if (state === 'completed') await api().completeAgentTask({ params, body: { epoch, result: 1 } });
    if (state === 'failed') await api().failAgentTask({ params, body: { epoch, error: 'x' } });
    if (state === 'timed_out') await until(async () => (await stateOf(id)).state === 'timed_out');
    return id;
  };

  for (const state of states) {
    test(`keeps a task that is ${state}, and it goes on from there`, async () => {
      const id = await bring(state);
      await restart();
      const task = await stateOf(id);
      assert.equal(task.state, state);
      const params = { id };
      if (state === 'in_progress') {
        // Its worker was not killed, and works on with the lease it has.
        await api().heartbeatAgentTask({ params, body: { epoch: 1 } });
        await api().completeAgentTask({ params, body: { epoch: 1 } });
      }
      if (state === 'waiting_for_user') await api().answerAgentTask({ params, body: { answer: '!' } });
      if (state === 'queued' || state === 'waiting_for_user') {
        const again = await claim(900);
        assert.equal(again.id, id);
        await api().completeAgentTask({ params, body: { epoch: again.lease?.epoch ?? 0 } });
      }
      const isOver = ['failed', 'cancelled', 'timed_out'].includes(state);
      assert.equal((await stateOf(id)).state, isOver ? state : 'completed');
    });
  }

  test('a lease that ran out while it was down is claimable at once, and the late worker is refused', async () => {
    const id = await queue();
    const first = await claim(1);
    assert.equal(first.id, id);
    await restart();
    const second = await claim(900);
    assert.deepEqual([second.id, second.lease?.epoch, second.attempt], [id, 2, 2]);
    const late = api().completeAgentTask({ params: { id }, body: { epoch: 1 } });
    await assert.rejects(late, (error) => error instanceof DocketError && error.status === 409);
    await api().completeAgentTask({ params: { id }, body: { epoch: 2 } });
  });

  test('in the middle of everything loses and doubles nothing that it acknowledged', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => queue()));
    const claims = new Set<string>();
    const completed = new Set<string>();
    let answers = 0;
    let ending: Promise<void> | undefined;
    const work = async (workerId: string) => {
      const client = api();
      for (;;) {
        const body = { workerId, projectId, leaseSeconds: 2 };
        const answer = await client.claimAgentTask({ body }).catch(() => undefined);
        const task = answer?.data;
        if (!task) return;
        const claimed = `${task.id} ${task.lease?.epoch}`;
        assert.ok(!claims.has(claimed), 'the same lease was given out twice');
        claims.add(claimed);
        const epoch = task.lease?.epoch ?? 0;
        const done = await client
          .completeAgentTask({ params: { id: task.id }, body: { epoch } })
          .catch(() => undefined);
        if (done) completed.add(task.id);
        if (++answers === 25) ending = restart();
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => work(`before ${index}`)));
    await ending;
    for (const id of completed) assert.equal((await stateOf(id)).state, 'completed');
    await until(async () => {
      await Promise.all(Array.from({ length: 8 }, (_, index) => work(`after ${index}`)));
      const left = await api().listAgentTasks({ query: { state: 'queued,in_progress' } });
      return left.pagination.total === 0;
    });
    for (const id of ids) assert.equal((await stateOf(id)).state, 'completed');
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, 'it did not come to that');
    await wait(50);
  }
}
