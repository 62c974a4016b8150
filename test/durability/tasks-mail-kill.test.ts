import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient, DocketError } from '../../sdk/index.ts';
import { createApiKey, insertAccount } from '../../src/auth/index.ts';
import { eventReactions } from '../../src/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { secondMs, systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { newDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type RunningServer, startServer } from './running-server.ts';

const states = [
  'queued',
  'in_progress',
  'waiting_for_user',
  'completed',
  'failed',
  'cancelled',
  'timed_out',
  'backing_off',
  'held',
] as const;
type State = (typeof states)[number];

const stormTasks = 40;
const workers = 8;
// After so many the power goes.
const completionsBeforeTheEnd = 10;
// For what the server loses with its power; the rest is held for long.
const shortLeaseSeconds = 2;
// With no more allowed than there are before it, the last is held: the states, a lease that runs out, and the storm.
const tasksPerHour = states.length - 1 + 1 + stormTasks;

/** What a task is that is held back, or waits for its next attempt. */
const stateOnWire = (state: State) => (state === 'held' || state === 'backing_off' ? 'queued' : state);

/** Everything is under way at once when it is killed, the one time; then it comes back, and each test looks at a part. */
onEveryEngine('tasks and mail after SIGKILL', (engine) => {
  let home: TestDatabase;
  let mail: MailServer;
  let server: RunningServer;
  let api: Client;
  let apiKey: string;
  let benId: string;
  let projectId: string;
  const ids = {} as Record<State | 'left', string>;
  const asTheyWere = new Map<State, unknown>();
  const storm = { ids: [] as string[], claims: new Set<string>(), completed: new Set<string>() };

  const start = async () => {
    const settings = { AGENT_TASKS_PER_HOUR: String(tasksPerHour), SMTP_URL: mail.url };
    server = await startServer(home.address, settings);
    api = createClient({ baseUrl: server.url, apiKey, fetch: fetchPatiently });
  };

  before(async () => {
    mail = await startMailServer();
    home = await newDatabase(engine);
    const db = withReactions(await openDatabase(home.address), eventReactions);
    const now = systemClock.now();
    await db.transaction(async (tx) => {
      const ada = await insertAccount(tx, now, { name: 'Ada', email: 'ada@example.org' }, 'no password');
      apiKey = (await createApiKey(tx, ada.id, { name: 'k' }, now)).key;
      benId = (await insertAccount(tx, now, { name: 'Ben', email: 'ben@example.org' }, 'no password')).id;
    });
    // As long as somebody else has the file open, SQLite finds nothing to mend after a crash.
    await db.close();
    await start();
    projectId = (await api.createProject({ body: { name: 'Work' } })).data.id;

    ids.left = await queue('left');
    storm.ids = await Promise.all(Array.from({ length: stormTasks }, () => queue('storm')));
    for (const state of states) ids[state] = await bring(state);

    const killed = Promise.withResolvers<void>();
    const handedOver = Promise.withResolvers<void>();
    mail.beforeResponse = async () => {
      // The mail server has the whole message, and Docket will never know.
      handedOver.resolve();
      await killed.promise;
    };
    await assignToBen('Once');
    await handedOver.promise;
    // One after another where so few are due: it waits until the first is answered.
    await assignToBen('Later');
    await until(async () => (await stateOf(ids.timed_out)).state === 'timed_out');
    // Last of all, for half a minute later it may be claimed again.
    await api.failAgentTask({ params: { id: ids.backing_off }, body: { epoch: 1, error: 'x' } });
    for (const state of states) asTheyWere.set(state, await stateOf(ids[state]));
    let ending: Promise<unknown> | undefined;
    await workOnStorm(() => {
      if (storm.completed.size !== completionsBeforeTheEnd) return;
      ending = claim('left', shortLeaseSeconds).then(() => server.end('SIGKILL'));
    });
    await ending;
    mail.beforeResponse = undefined;
    killed.resolve();

    await wait(shortLeaseSeconds * secondMs);
    await start();
  });
  after(async () => {
    await server.end('SIGKILL');
    await mail.close();
    await home.remove();
  });

  const queue = async (kind: string, maxAttempts = 3) =>
    (
      await api.createAgentTask({
        body: { projectId, kind, title: 'T', instructions: '', maxAttempts },
      })
    ).data.id;
  const claim = async (kind: string, leaseSeconds = 900) =>
    (await api.claimAgentTask({ body: { workerId: 'w', projectId, leaseSeconds, kinds: [kind] } }))?.data;
  const stateOf = async (id: string) => (await api.getAgentTask({ params: { id } })).data;
  const assignToBen = (title: string) => api.createTicket({ body: { title, assigneeId: benId } });

  /** Brings a task into the state or to its threshold, as its last word acknowledges it. Its kind is the state. */
  async function bring(state: State): Promise<string> {
    const id = await queue(state, state === 'backing_off' ? 2 : 1);
    const params = { id };
    if (state === 'queued' || state === 'held') return id;
    if (state === 'cancelled') await api.cancelAgentTask({ params, body: {} });
    if (state === 'cancelled') return id;
    const epoch = (await claim(state, state === 'timed_out' ? 1 : 900))?.lease?.epoch ?? 0;
    if (state === 'waiting_for_user') await api.askAboutAgentTask({ params, body: { epoch, question: '?' } });
    if (state === 'completed') await api.completeAgentTask({ params, body: { epoch, result: 1 } });
    if (state === 'failed') await api.failAgentTask({ params, body: { epoch, error: 'x' } });
    return id;
  }

  /** Several workers, until nothing is left or nobody answers any more. */
  async function workOnStorm(onCompleted = () => {}): Promise<void> {
    const work = async () => {
      for (;;) {
        const task = await claim('storm', shortLeaseSeconds).catch(() => undefined);
        if (!task) return;
        const epoch = task.lease?.epoch ?? 0;
        const claimed = `${task.id} ${epoch}`;
        assert.ok(!storm.claims.has(claimed), 'the same lease was given out twice');
        storm.claims.add(claimed);
        const done = await api
          .completeAgentTask({ params: { id: task.id }, body: { epoch } })
          .catch(() => undefined);
        if (!done) continue;
        storm.completed.add(task.id);
        onCompleted();
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
  }

  test('agent tasks of every state continue after SIGKILL', async () => {
    // Neither the time until the next attempt nor the reason to hold it back was forgotten.
    for (const state of ['backing_off', 'held'] as const) assert.equal(await claim(state), undefined, state);
    for (const state of states) {
      const task = await stateOf(ids[state]);
      assert.deepEqual(task, asTheyWere.get(state), state);
      assert.equal(task.state, stateOnWire(state));
    }
    // Its worker was not killed, and works on with the lease it has.
    const working = { id: ids.in_progress };
    await api.heartbeatAgentTask({ params: working, body: { epoch: 1 } });
    await api.completeAgentTask({ params: working, body: { epoch: 1 } });
    await api.answerAgentTask({ params: { id: ids.waiting_for_user }, body: { answer: '!' } });
    for (const state of ['queued', 'waiting_for_user'] as const) {
      const again = await claim(state);
      assert.equal(again?.id, ids[state]);
      await api.completeAgentTask({
        params: { id: ids[state] },
        body: { epoch: again?.lease?.epoch ?? 0 },
      });
    }
    const { runAfter, error, attempt, updatedAt } = await stateOf(ids.backing_off);
    assert.deepEqual([error, attempt, Date.parse(runAfter) > Date.parse(updatedAt)], ['x', 1, true]);
    assert.match((await stateOf(ids.held)).heldReason ?? '', /tasks within an hour/);
    for (const state of ['queued', 'in_progress', 'waiting_for_user', 'completed'] as const)
      assert.equal((await stateOf(ids[state])).state, 'completed', state);
  });

  test('a lease that expired while the server was down is claimable at once, and its late worker is refused', async () => {
    const second = await claim('left');
    assert.deepEqual([second?.id, second?.lease?.epoch, second?.attempt], [ids.left, 2, 2]);
    const params = { id: ids.left };
    const late = api.completeAgentTask({ params, body: { epoch: 1 } });
    await assert.rejects(late, (error) => error instanceof DocketError && error.status === 409);
    await api.completeAgentTask({ params, body: { epoch: 2 } });
  });

  test('SIGKILL during many simultaneous task changes loses and duplicates none that was acknowledged', async () => {
    const completed = async () => {
      const query = { kind: 'storm', state: 'completed', limit: 100 } as const;
      return new Set((await api.listAgentTasks({ query })).data.map(({ id }) => id));
    };
    const isCompleted = await completed();
    assert.ok(storm.completed.size >= completionsBeforeTheEnd && storm.completed.size < stormTasks);
    assert.deepEqual(storm.completed.difference(isCompleted), new Set());
    await workOnStorm();
    assert.deepEqual(await completed(), new Set(storm.ids));
  });

  test('a mail in transit at SIGKILL is not sent again, while waiting and new mails are sent', async () => {
    await assignToBen('Next');
    const subjects = () => mail.messages.map(({ headers }) => headers.get('subject')).sort();
    await until(async () => subjects().includes('Later') && subjects().includes('Next'));
    await server.end('SIGTERM');
    assert.deepEqual(subjects(), ['Later', 'Next', 'Once']);
  });
});

/** A machine that is overloaded may say 503: then nothing happened, and one asks again. */
const fetchPatiently: typeof fetch = async (...asked) => {
  const answer = await fetch(...asked);
  return answer.status === 503 ? fetchPatiently(...asked) : answer;
};

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, 'it did not come to that');
    await wait(50);
  }
}
