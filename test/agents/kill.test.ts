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
  'held',
  'in_progress',
  'waiting_for_user',
  'backing_off',
  'completed',
  'failed',
  'cancelled',
  'timed_out',
] as const;
type State = (typeof states)[number];

/** What a task is that is held back, or waits for its next attempt. */
const stateOnWire = (state: State) => (state === 'held' || state === 'backing_off' ? 'queued' : state);

onEveryEngine('a server that is killed', (engine) => {
  let home: TestDatabase;
  let apiKey: string;
  let server: RunningServer;
  let projectId: string;

  const api = () => createClient({ baseUrl: server.url, apiKey });
  const restart = async (settings = { AGENT_TASKS_PER_HOUR: '100000' }) => {
    await server.end('SIGKILL');
    server = await startServer(home.address, settings);
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
  const claim = async (leaseSeconds: number, kinds?: string[]) =>
    (
      await api().claimAgentTask({
        body: { workerId: 'w', projectId, leaseSeconds, wait: 30, ...(kinds && { kinds }) },
      })
    ).data;
  const stateOf = async (id: string) => (await api().getAgentTask({ params: { id } })).data;

  /** Brings a task into the state, as its last word acknowledges it. Its kind is the state. */
  const bring = async (state: State): Promise<string> => {
    const id = await queue({ kind: state, maxAttempts: state === 'backing_off' ? 2 : 1 });
    const params = { id };
    if (state === 'queued' || state === 'held') return id;
    if (state === 'cancelled') await api().cancelAgentTask({ params, body: {} });
    if (state === 'cancelled') return id;
    const { lease } = await claim(state === 'timed_out' ? 1 : 900, [state]);
    const epoch = lease?.epoch ?? 0;
    if (state === 'waiting_for_user')
      await api().askAboutAgentTask({ params, body: { epoch, question: '?' } });
    if (state === 'completed') await api().completeAgentTask({ params, body: { epoch, result: 1 } });
    if (state === 'failed' || state === 'backing_off')
      await api().failAgentTask({ params, body: { epoch, error: 'x' } });
    if (state === 'timed_out') await until(async () => (await stateOf(id)).state === 'timed_out');
    return id;
  };

  test('keeps the tasks of every state, and each goes on from there', async () => {
    const ids = {} as Record<State, string>;
    for (const state of states.filter((one) => one !== 'held')) ids[state] = await bring(state);
    // With no more allowed than there are, the next is held.
    await restart({ AGENT_TASKS_PER_HOUR: String(states.length - 1) });
    ids.held = await bring('held');
    const before = new Map<State, unknown>();
    for (const state of states) before.set(state, await stateOf(ids[state]));
    await restart({ AGENT_TASKS_PER_HOUR: String(states.length - 1) });
    for (const state of states) {
      const task = await stateOf(ids[state]);
      assert.deepEqual(task, before.get(state), state);
      assert.equal(task.state, stateOnWire(state));
    }
    // Its worker was not killed, and works on with the lease it has.
    const working = { id: ids.in_progress };
    await api().heartbeatAgentTask({ params: working, body: { epoch: 1 } });
    await api().completeAgentTask({ params: working, body: { epoch: 1 } });
    await api().answerAgentTask({ params: { id: ids.waiting_for_user }, body: { answer: '!' } });
    for (const state of ['queued', 'waiting_for_user'] as const) {
      const again = await claim(900, [state]);
      assert.equal(again.id, ids[state]);
      await api().completeAgentTask({ params: { id: again.id }, body: { epoch: again.lease?.epoch ?? 0 } });
    }
    // Neither the time until the next attempt nor the reason to hold it back was forgotten.
    for (const kind of ['backing_off', 'held'] as const) {
      const body = { workerId: 'w', projectId, kinds: [kind] };
      assert.equal((await api().claimAgentTask({ body }))?.data, undefined, kind);
    }
    const { runAfter, error, attempt, updatedAt } = await stateOf(ids.backing_off);
    assert.deepEqual([error, attempt, Date.parse(runAfter) > Date.parse(updatedAt)], ['x', 1, true]);
    assert.match((await stateOf(ids.held)).heldReason ?? '', /tasks within an hour/);
    for (const state of ['queued', 'in_progress', 'waiting_for_user', 'completed'] as const)
      assert.equal((await stateOf(ids[state])).state, 'completed', state);
    for (const state of ['backing_off', 'held'] as const)
      await api().cancelAgentTask({ params: { id: ids[state] }, body: {} });
    await restart();
  });

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
