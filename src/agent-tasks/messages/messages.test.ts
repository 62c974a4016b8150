import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { type Caller, openWorld, type Person, type World } from '../../../test/support/world.ts';
import { newId } from '../../platform/ids.ts';
import { expireLeases } from '../working/expire-leases.ts';

onEveryEngine('messages to agents', (engine) => {
  let world: World;
  let ada: Person;
  let projectId: string;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', AGENT_TASKS_PER_HOUR: '1000' });
    ada = await world.person('Ada');
    projectId = (await ada.post('/api/projects', { name: 'Work', key: 'WORK' })).body.data.id;
  });
  after(() => world.close());

  const queue = async (kind: string) =>
    (await ada.post('/v1/agent-tasks', { projectId, kind, title: kind, instructions: '' })).body.data.id;
  const claim = async (kind: string) =>
    (await ada.post('/v1/agent-tasks/claim', { workerId: 'w', kinds: [kind], projectId })).body.data;
  const start = async (kind: string) => {
    await queue(kind);
    return claim(kind);
  };
  const act = (caller: Caller, { id }: { id: string }, action: string, body: object = {}) =>
    caller.post(`/v1/agent-tasks/${id}/${action}`, body);
  const say = async (task: { id: string }, text: string) =>
    (await act(ada, task, 'messages', { text })).body.data;
  const states = async ({ id }: { id: string }) =>
    (await ada.get(`/v1/agent-tasks/${id}/messages`)).body.data.map((one: { state: string }) => one.state);
  const eventsOf = async ({ id }: { id: string }) =>
    (await world.events())
      .filter(({ data }) => JSON.parse(data).task?.id === id)
      .map(({ type }) => type.replace('agent_task.', ''));

  test('a message is sent, delivered with the next answer, and read when it is acknowledged', async () => {
    const task = await start('read');
    const { id } = await say(task, 'Use main');
    assert.deepEqual(await states(task), ['sent']);
    const beat = (await act(ada, task, 'heartbeat', { epoch: 1 })).body.data;
    assert.deepEqual(
      beat.messages.map((one: Record<string, unknown>) => [one.id, one.text, one.from]),
      [[id, 'Use main', { id: ada.id, name: 'Ada' }]],
    );
    assert.deepEqual(await states(task), ['delivered']);
    const reported = (await act(ada, task, 'activities', { epoch: 1, content: 'x', acknowledge: [id, id] }))
      .body.data;
    assert.deepEqual([reported.messages, reported.content], [[], 'x']);
    assert.deepEqual(await states(task), ['read']);
    // Acknowledging again changes nothing.
    const again = await act(ada, task, 'complete', { epoch: 1, acknowledge: [id] });
    assert.deepEqual([again.status, again.body.data.unreadMessages], [200, 0]);
    assert.deepEqual(await eventsOf(task), [
      ...['queued', 'claimed', 'message', 'message_delivered', 'message_read', 'activity', 'completed'],
    ]);
  });

  test('a message to a queued task is delivered by the claim, to a waiting one by the next claim', async () => {
    const id = await queue('early');
    await say({ id }, 'First');
    const task = await claim('early');
    assert.deepEqual([task.messages[0].text, task.stop], ['First', null]);
    await act(ada, task, 'ask', { epoch: 1, question: 'Well?', acknowledge: [task.messages[0].id] });
    await say({ id }, 'Second');
    await act(ada, task, 'answer', { answer: 'Yes' });
    const next = await claim('early');
    assert.deepEqual(
      [next.messages.map(({ text }: { text: string }) => text), next.answer],
      [['Second'], { text: 'Yes' }],
    );
  });

  test('a finished task takes no messages, and says what to do', async () => {
    const task = await start('over');
    await act(ada, task, 'complete', { epoch: 1 });
    const late = await act(ada, task, 'messages', { text: 'Hello?' });
    assert.equal(late.status, 409);
    assert.match(late.body.error.message, /Comment on its ticket, or retry the task/);
  });

  test('only messages of the task can be acknowledged, and the field is named', async () => {
    const [task, other] = [await start('ours'), await start('theirs')];
    const foreign = await say(other, 'Not yours');
    for (const id of [foreign.id, newId(), 'x', '__proto__']) {
      const refused = await act(ada, task, 'heartbeat', { epoch: 1, acknowledge: [id] });
      assert.deepEqual([refused.status, Object.keys(refused.body.error.details)], [400, ['acknowledge']]);
    }
    assert.deepEqual(await states(other), ['sent']);
    const stale = await act(ada, other, 'heartbeat', { epoch: 7, acknowledge: [foreign.id] });
    assert.equal(stale.status, 409);
    assert.deepEqual(await states(other), ['sent']);
  });

  test('agents, strangers and viewers send no messages; strangers read none', async () => {
    const task = await start('closed');
    const [bob, eve] = [await world.person('Bob'), await world.person('Eve')];
    await ada.post(`/api/project/${projectId}/members`, { userId: bob.id, role: 'viewer' });
    const agent = (await ada.post('/api/agents', { name: 'Bot' })).body.data;
    await ada.post(`/api/project/${projectId}/members`, { userId: agent.id, role: 'member' });
    const { key } = (await ada.post(`/api/agents/${agent.id}/api-keys`, { name: 'k' })).body.data;
    const bot = world.caller({ authorization: `Bearer ${key}` });
    for (const caller of [bob, eve, bot])
      assert.equal((await act(caller, task, 'messages', { text: 'Hi' })).status, 403);
    assert.equal((await act(bot, task, 'heartbeat', { epoch: 1, acknowledge: [] })).status, 409);
    assert.equal((await act(bob, task, 'stop')).status, 403);
    assert.equal((await bob.get(`/v1/agent-tasks/${task.id}/messages`)).status, 200);
    assert.equal((await eve.get(`/v1/agent-tasks/${task.id}/messages`)).status, 403);
    for (const text of ['', '   ', 'x'.repeat(64_001), 5])
      assert.equal((await act(ada, task, 'messages', { text })).status, 400);
  });

  test('100 unread messages are the most, and an answer carries 20 of them, oldest first', async () => {
    const task = await start('many');
    for (let count = 1; count <= 100; count++) await say(task, `Message ${count}`);
    const refused = await act(ada, task, 'messages', { text: 'One more' });
    assert.equal(refused.status, 409);
    const seen: string[] = [];
    let acknowledge: string[] = [];
    for (let round = 0; round < 6; round++) {
      const { messages } = (await act(ada, task, 'heartbeat', { epoch: 1, acknowledge })).body.data;
      assert.equal(messages.length, round < 5 ? 20 : 0);
      seen.push(...messages.map(({ text }: { text: string }) => text));
      acknowledge = messages.map(({ id }: { id: string }) => id);
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 100 }, (_, index) => `Message ${index + 1}`),
    );
    assert.equal((await act(ada, task, 'messages', { text: 'One more' })).status, 201);
  });

  test('an answer carries long messages one after the other', async () => {
    const task = await start('long');
    for (const letter of ['a', 'b', 'c']) await say(task, letter.repeat(64_000));
    const { messages } = (await act(ada, task, 'heartbeat', { epoch: 1 })).body.data;
    assert.equal(messages.length, 2);
  });

  test('a worker is asked to stop, and a task that it then fails, releases or abandons is not queued again', async () => {
    for (const [kind, action, body, state] of [
      ['stop-fail', 'fail', { error: 'Stopped' }, 'failed'],
      ['stop-release', 'release', {}, 'cancelled'],
      ['stop-complete', 'complete', {}, 'completed'],
    ] as const) {
      const task = await start(kind);
      const asked = await act(ada, task, 'stop');
      assert.deepEqual([asked.status, asked.body.data.state], [200, 'in_progress']);
      assert.equal(typeof asked.body.data.stopRequestedAt, 'string');
      assert.equal((await act(ada, task, 'stop')).status, 200);
      assert.equal((await act(ada, task, 'heartbeat', { epoch: 1 })).body.data.stop, 'requested');
      assert.equal((await act(ada, task, action, { epoch: 1, ...body })).body.data.state, state);
      assert.equal((await act(ada, task, 'stop')).status, 409);
      assert.equal((await eventsOf(task)).filter((type) => type === 'stop_requested').length, 1);
    }
    const task = await start('stop-abandon');
    await act(ada, task, 'stop');
    world.clock.advance(3_600_000);
    await expireLeases(world.db, world.clock.now());
    const { state, error, failure } = (await ada.get(`/v1/agent-tasks/${task.id}`)).body.data;
    assert.deepEqual([state, error, failure], ['cancelled', 'Stopped on request', null]);
    await act(ada, task, 'retry');
    assert.equal((await claim('stop-abandon')).stop, null);
  });

  test('the worker of a cancelled task learns it with the 409', async () => {
    const task = await start('gone');
    await act(ada, task, 'cancel');
    const { status, body } = await act(ada, task, 'heartbeat', { epoch: 1 });
    assert.deepEqual([status, body.error.details], [409, { stop: ['cancelled'] }]);
  });

  test('a failure has its type and advice; a lease that expired is a timeout', async () => {
    const task = await start('typed');
    const failed = (
      await act(ada, task, 'fail', { epoch: 1, error: 'No credit', type: 'quota', retryable: false })
    ).body.data;
    assert.deepEqual([failed.failure.type, failed.failure.message], ['quota', 'No credit']);
    assert.match(failed.failure.advice, /quota/);
    assert.equal((await act(ada, task, 'retry')).body.data.failure, null);
    const again = await claim('typed');
    world.clock.advance(3_600_000);
    await expireLeases(world.db, world.clock.now());
    assert.equal((await ada.get(`/v1/agent-tasks/${again.id}`)).body.data.failure.type, 'timeout');
    const third = await claim('typed');
    const wrong = await act(ada, third, 'fail', { epoch: 3, error: 'x', type: 'mood' });
    assert.deepEqual([wrong.status, Object.keys(wrong.body.error.details)], [400, ['type']]);
    const done = (await act(ada, third, 'complete', { epoch: 3 })).body.data;
    assert.equal(done.failure, null);
  });

  test('files are relative paths, each once, at most 500', async () => {
    const task = await start('files');
    for (const path of [
      '/etc/passwd',
      '../up',
      'a/../../b',
      'C:\\x',
      '~/x',
      'a\u0000b',
      ' ',
      'x'.repeat(401),
    ]) {
      const refused = await act(ada, task, 'activities', { epoch: 1, content: 'x', files: [path] });
      assert.deepEqual(
        [path, refused.status, Object.keys(refused.body.error?.details ?? {})],
        [path, 400, ['files']],
      );
    }
    for (let round = 0; round < 7; round++) {
      const files = Array.from({ length: 90 }, (_, index) => `src/${round}/${index}.ts`);
      await act(ada, task, 'activities', { epoch: 1, content: 'x', files: [...files, './src/0/0.ts'] });
    }
    await act(ada, task, 'artifacts', { epoch: 1, type: 'branch', title: 'old' });
    await act(ada, task, 'artifacts', { epoch: 1, type: 'branch', title: 'docket/WORK-1/new' });
    const { touched, branch } = (await ada.get(`/v1/agent-tasks/${task.id}`)).body.data;
    assert.deepEqual([touched.length, new Set(touched).size, branch], [500, 500, 'docket/WORK-1/new']);
  });
});
