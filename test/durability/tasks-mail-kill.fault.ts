import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient, DocketError } from '../../sdk/index.ts';
import { createApiKey, insertAccount } from '../../src/auth/index.ts';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { secondMs, systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { newMigratedDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';
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
const completionsBeforeKill = 10;
// For leases that must expire while the server is down; all others are long.
const shortLeaseSeconds = 2;
// Allows all tasks but the last, which is therefore held: one per state, one whose lease expires, and the storm.
const tasksPerHour = states.length - 1 + 1 + stormTasks;

/** The API reports tasks that are held or wait for their next attempt as queued. */
const stateOnWire = (state: State) => (state === 'held' || state === 'backing_off' ? 'queued' : state);

/** The server is killed once, with all of this in progress. Each test checks one part after the restart. */
onEveryEngine('tasks and mail after SIGKILL', (engine) => {
  let home: TestDatabase;
  let mail: MailServer;
  let server: RunningServer;
  let api: Client;
  let apiKey: string;
  let benId: string;
  let projectId: string;
  const ids = {} as Record<State | 'abandoned', string>;
  const beforeKill = new Map<State, unknown>();
  const storm = { ids: [] as string[], claims: new Set<string>(), completed: new Set<string>() };

  const start = async () => {
    const settings = { AGENT_TASKS_PER_HOUR: String(tasksPerHour), SMTP_URL: mail.url };
    server = await startServer(home.address, settings);
    api = createClient({ baseUrl: server.url, apiKey, fetch: fetchWithRetry });
  };

  before(async () => {
    mail = await startMailServer();
    home = await newMigratedDatabase(engine);
    const db = withReactions(await openDatabase(home.address), eventReactions);
    const now = systemClock.now();
    await db.transaction(async (tx) => {
      const ada = await insertAccount(tx, now, { name: 'Ada', email: 'ada@example.org' }, 'no password');
      apiKey = (await createApiKey(tx, { clock: { now: () => now } }, ada.id, { name: 'k' })).key;
      benId = (await insertAccount(tx, now, { name: 'Ben', email: 'ben@example.org' }, 'no password')).id;
    });
    // SQLite skips crash recovery while another process has the file open.
    await db.close();
    await start();
    projectId = (await api.createProject({ body: { name: 'Work' } })).data.id;

    ids.abandoned = await queue('abandoned');
    storm.ids = await Promise.all(Array.from({ length: stormTasks }, () => queue('storm')));
    for (const state of states) ids[state] = await newTaskIn(state);

    const killed = Promise.withResolvers<void>();
    const received = Promise.withResolvers<void>();
    mail.beforeResponse = async () => {
      // The mail server has the whole message, but Docket is killed before the response.
      received.resolve();
      await killed.promise;
    };
    await assignToBen('Once');
    await received.promise;
    // Few mails are sent one after another, so this one waits for the first.
    await assignToBen('Later');
    await until(async () => (await stateOf(ids.timed_out)).state === 'timed_out');
    // Last, because the task can be claimed again after half a minute.
    await api.failAgentTask({ params: { id: ids.backing_off }, body: { epoch: 1, error: 'x' } });
    for (const state of states) beforeKill.set(state, await stateOf(ids[state]));
    let ending: Promise<unknown> | undefined;
    await workOnStorm(() => {
      if (storm.completed.size !== completionsBeforeKill) return;
      ending = claim('abandoned', shortLeaseSeconds).then(() => server.end('SIGKILL'));
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

  /** Creates a task whose kind is the state, and brings it into that state or one step before it. */
  async function newTaskIn(state: State): Promise<string> {
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

  /** Completes tasks with several workers until none is left or the server no longer responds. */
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
    // The delay before the next attempt and the reason for holding survive.
    for (const state of ['backing_off', 'held'] as const) assert.equal(await claim(state), undefined, state);
    for (const state of states) {
      const task = await stateOf(ids[state]);
      assert.deepEqual(task, beforeKill.get(state), state);
      assert.equal(task.state, stateOnWire(state));
    }
    // A worker that was not killed continues with its lease.
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
    const second = await claim('abandoned');
    assert.deepEqual([second?.id, second?.lease?.epoch, second?.attempt], [ids.abandoned, 2, 2]);
    const params = { id: ids.abandoned };
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
    assert.ok(storm.completed.size >= completionsBeforeKill && storm.completed.size < stormTasks);
    assert.deepEqual(storm.completed.difference(isCompleted), new Set());
    await workOnStorm();
    assert.deepEqual(await completed(), new Set(storm.ids));
  });

  test('a mail in transit at SIGKILL is not sent again, while waiting and new mails are sent', async () => {
    await assignToBen('Next');
    // Mails about tasks whose agents were killed come too, as many as there were.
    const isOfTask = (subject: string) => subject.includes('An_agent_stopped_reporting');
    const subjects = () =>
      mail.messages
        .map(({ headers }) => String(headers.get('subject')))
        .filter((subject) => !isOfTask(subject))
        .sort();
    await until(async () => subjects().includes('Later') && subjects().includes('Next'));
    await server.end('SIGTERM');
    assert.deepEqual(subjects(), ['Later', 'Next', 'Once']);
  });
});

/** Retries 503, which an overloaded machine causes: the server has changed nothing then. */
const fetchWithRetry: typeof fetch = async (...args) => {
  const response = await fetch(...args);
  return response.status === 503 ? fetchWithRetry(...args) : response;
};

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await isDone())) {
    assert.ok(performance.now() < deadline, 'timed out after 120 s');
    await wait(50);
  }
}
