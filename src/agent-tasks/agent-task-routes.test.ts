import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { type Caller, openWorld, type Person, type World } from '../../test/support/world.ts';
import { hourMs, minuteMs, secondMs } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { unholdTasksWithinCap } from './holds/unhold-tasks-within-cap.ts';
import { expireLeases } from './working/expire-leases.ts';

onEveryEngine('agent tasks', (engine) => {
  let world: World;
  let ada: Person;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', AGENT_TASKS_PER_HOUR: '6' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const newProject = async () =>
    (await ada.post('/api/projects', { name: 'Work', key: `W${++count}` })).body.data.id as string;
  const keyOf = async (person: Person, scopes?: string[]): Promise<Caller> => {
    const { key } = (await person.post('/api/user/api-keys', { name: 'worker', scopes })).body.data;
    return world.caller({ authorization: `Bearer ${key}` });
  };
  const queue = async (projectId: string, more: object = {}) =>
    (
      await ada.post('/v1/agent-tasks', {
        projectId,
        title: 'Fix it',
        instructions: 'Read, then fix.',
        ...more,
      })
    ).body.data;
  const claim = (caller: Caller, projectId: string, more: object = {}) =>
    caller.post('/v1/agent-tasks/claim', { workerId: 'w1', projectId, ...more });
  const claimTask = async (caller: Caller, projectId: string, more: object = {}) =>
    (await claim(caller, projectId, more)).body.data;
  const act = (caller: Caller, task: { id: string }, action: string, body: object) =>
    caller.post(`/v1/agent-tasks/${task.id}/${action}`, body);
  const eventsOf = async (id: string) =>
    (await world.events())
      .filter(({ data }) => JSON.parse(data).task?.id === id)
      .map(({ type }) => type.replace('agent_task.', ''));

  test('each step of a task, from queued to completed, records its event', async () => {
    const projectId = await newProject();
    const worker = await keyOf(ada, ['agent']);
    const ticket = (await ada.post('/api/tickets', { title: 'Broken', projectId })).body.data;
    const made = await queue(projectId, { ticketId: ticket.key, input: { log: 'boom' }, kind: 'bug' });
    assert.deepEqual([made.state, made.lease, made.ticket.key], ['queued', null, ticket.key]);
    assert.ok(made.untrusted.includes('input'));

    const task = await claimTask(worker, projectId);
    assert.deepEqual([task.id, task.state, task.attempt, task.lease.epoch], [made.id, 'in_progress', 1, 1]);
    assert.equal((await claim(worker, projectId)).status, 204);
    const { epoch } = task.lease;

    const reported = await act(worker, task, 'activities', { epoch, type: 'thought', content: 'Hm.' });
    assert.deepEqual([reported.status, reported.body.data.author.id], [201, ada.id]);
    world.clock.advance(secondMs);
    const beat = (await act(worker, task, 'heartbeat', { epoch, leaseSeconds: 60 })).body.data;
    assert.equal(Date.parse(beat.lease.expiresAt), world.clock.now() + 60 * secondMs);
    const url = 'https://github.com/acme/app/pull/12';
    const artifact = await act(worker, task, 'artifacts', { epoch, type: 'pull_request', url });
    assert.deepEqual([artifact.status, artifact.body.data.title], [201, url]);
    const done = (await act(worker, task, 'complete', { epoch, result: { lines: 3 } })).body.data;
    assert.deepEqual([done.state, done.result, done.lease], ['completed', { lines: 3 }, null]);
    assert.deepEqual(
      [done.activities.length, done.artifacts.length, typeof done.completedAt],
      [1, 1, 'string'],
    );

    assert.deepEqual(await eventsOf(task.id), ['queued', 'claimed', 'activity', 'artifact', 'completed']);
    const onTicket = (await ada.get(`/api/tickets/${ticket.key}/agent-tasks`)).body.data;
    assert.deepEqual(
      onTicket.map((item: { id: string }) => item.id),
      [task.id],
    );
    const history = (await ada.get(`/api/tickets/${ticket.key}/history`)).body.data;
    assert.ok(history.some((entry: { type: string }) => entry.type === 'agent_task.completed'));
  });

  test('a claim returns the highest priority, then the longest wait, and no task before its runAfter', async () => {
    const projectId = await newProject();
    const later = new Date(world.clock.now() + hourMs).toISOString();
    await queue(projectId, { title: 'low', priority: 'low' });
    world.clock.advance(1);
    await queue(projectId, { title: 'later', priority: 'highest', runAfter: later });
    await queue(projectId, { title: 'first', priority: 'high' });
    world.clock.advance(1);
    await queue(projectId, { title: 'second', priority: 'high' });
    const order = [];
    for (let i = 0; i < 4; i++) order.push((await claimTask(ada, projectId))?.title);
    assert.deepEqual(order, ['first', 'second', 'low', undefined]);
    world.clock.advance(hourMs);
    assert.equal((await claimTask(ada, projectId, { leaseSeconds: 900 })).title, 'later');
  });

  test('a worker can claim by kind and by project', async () => {
    const [here, there] = [await newProject(), await newProject()];
    await queue(here, { kind: 'review' });
    await queue(there, { kind: 'build' });
    assert.equal((await claim(ada, here, { kinds: ['build', 'deploy'] })).status, 204);
    const task = await claimTask(ada, here, { kinds: ['deploy', 'review'] });
    assert.deepEqual([task.kind, task.projectId], ['review', here]);
    assert.equal((await claim(ada, 'NOPE')).status, 400);
  });

  test('a task whose lease expired can be claimed at once, and its old epoch is refused', async () => {
    const projectId = await newProject();
    await queue(projectId);
    const first = await claimTask(ada, projectId, { leaseSeconds: 10 });
    world.clock.advance(10 * secondMs);
    const second = await claimTask(ada, projectId, { workerId: 'w2', leaseSeconds: 60 });
    assert.deepEqual([second.id, second.lease.epoch, second.attempt], [first.id, 2, 2]);
    for (const [action, body] of [
      ['heartbeat', {}],
      ['activities', { content: 'Still here' }],
      ['artifacts', { type: 'link' }],
      ['complete', {}],
      ['fail', { error: 'x' }],
      ['release', {}],
      ['ask', { question: 'x' }],
    ] as const) {
      const late = await act(ada, first, action, { epoch: 1, ...body });
      assert.deepEqual([action, late.status], [action, 409]);
      assert.match(late.body.error.message, /claimed again: its lease has epoch 2, yours was 1/);
    }
    assert.equal((await act(ada, second, 'complete', { epoch: 2 })).status, 200);
    assert.equal((await act(ada, second, 'complete', { epoch: 2 })).status, 409);
    assert.deepEqual(await eventsOf(first.id), ['queued', 'claimed', 'requeued', 'claimed', 'completed']);
  });

  test('another account cannot finish a task, even with the right epoch', async () => {
    const projectId = await newProject();
    const bob = await world.person('Bob');
    await ada.post(`/api/project/${projectId}/members`, { userId: bob.id, role: 'member' });
    await queue(projectId);
    const task = await claimTask(ada, projectId);
    const stolen = await act(bob, task, 'complete', { epoch: task.lease.epoch });
    assert.equal(stolen.status, 409);
  });

  test('a task whose lease expires during the last attempt has timed out', async () => {
    const projectId = await newProject();
    const { id } = await queue(projectId, { maxAttempts: 2 });
    for (const _ of [1, 2]) {
      assert.equal((await claimTask(ada, projectId, { leaseSeconds: 10 })).id, id);
      world.clock.advance(11 * secondMs);
      await expireLeases(world.db, world.clock.now());
    }
    const task = (await ada.get(`/v1/agent-tasks/${id}`)).body.data;
    assert.deepEqual([task.state, task.attempt], ['timed_out', 2]);
    assert.match(task.error, /^Worker w1 stopped sending heartbeats$/);
    assert.equal((await claim(ada, projectId)).status, 204);
  });

  test('a failed task is retried with a growing delay until its attempts are used up', async () => {
    const projectId = await newProject();
    const { id } = await queue(projectId, { maxAttempts: 3 });
    for (const [attempt, waitMs] of [30 * secondMs, minuteMs].entries()) {
      const task = await claimTask(ada, projectId);
      const failed = (await act(ada, task, 'fail', { epoch: task.lease.epoch, error: 'no' })).body.data;
      assert.deepEqual(
        [failed.state, failed.attempt, Date.parse(failed.runAfter)],
        ['queued', attempt + 1, world.clock.now() + waitMs],
      );
      assert.equal((await claim(ada, projectId)).status, 204);
      world.clock.advance(waitMs);
    }
    const task = await claimTask(ada, projectId);
    const failed = (await act(ada, task, 'fail', { epoch: task.lease.epoch, error: 'never' })).body.data;
    assert.deepEqual([failed.state, failed.error], ['failed', 'never']);
    assert.deepEqual((await eventsOf(id)).at(-1), 'failed');
    await queue(projectId);
    const hopeless = await claimTask(ada, projectId);
    const body = { epoch: hopeless.lease.epoch, error: 'hopeless', retryable: false };
    assert.equal((await act(ada, hopeless, 'fail', body)).body.data.state, 'failed');
  });

  test('a released task keeps its queue position and attempts, and can be delayed', async () => {
    const projectId = await newProject();
    const { id } = await queue(projectId);
    world.clock.advance(1);
    await queue(projectId);
    const task = await claimTask(ada, projectId);
    const released = (await act(ada, task, 'release', { epoch: task.lease.epoch })).body.data;
    assert.deepEqual([released.state, released.attempt], ['queued', 0]);
    const again = await claimTask(ada, projectId);
    assert.deepEqual([again.id, again.lease.epoch], [id, 2]);
    await act(ada, again, 'release', { epoch: 2, delaySeconds: 60 });
    assert.notEqual((await claimTask(ada, projectId)).id, id);
  });

  test('a task waits for the answer to its question, and the next worker sees both', async () => {
    const projectId = await newProject();
    const { id } = await queue(projectId);
    const task = await claimTask(ada, projectId);
    const asked = (await act(ada, task, 'ask', { epoch: 1, question: 'Which branch?' })).body.data;
    assert.deepEqual(
      [asked.state, asked.question, asked.lease, asked.attempt],
      ['waiting_for_user', 'Which branch?', null, 0],
    );
    assert.equal((await claim(ada, projectId)).status, 204);
    assert.equal((await act(ada, task, 'complete', { epoch: 1 })).status, 409);
    const answered = (await act(ada, task, 'answer', { answer: 'main' })).body.data;
    assert.deepEqual([answered.state, answered.question], ['queued', undefined]);
    assert.equal((await act(ada, task, 'answer', { answer: 'main' })).status, 409);
    const again = await claimTask(ada, projectId);
    assert.deepEqual(
      again.activities.map(({ type, content }: Record<string, string>) => [type, content]),
      [
        ['question', 'Which branch?'],
        ['answer', 'main'],
      ],
    );
    assert.deepEqual(
      (await eventsOf(id)).filter((name) => name !== 'activity'),
      ['queued', 'claimed', 'waiting_for_user', 'answered', 'claimed'],
    );
  });

  test('questions and answers of the greatest length that are longer in JSON are stored or refused by field', async () => {
    const projectId = await newProject();
    const ask = async (more: object) => {
      await queue(projectId);
      const { id, lease } = await claimTask(ada, projectId);
      return {
        id,
        asked: await act(ada, { id }, 'ask', { epoch: lease.epoch, question: 'Which?', ...more }),
      };
    };
    const subject = { type: 'text', text: '"'.repeat(16_000) };
    const refused = await ask({ kind: 'approval', subject });
    assert.deepEqual(
      [refused.asked.status, Object.keys(refused.asked.body.error.details)],
      [400, ['subject']],
    );
    const controls = '\u0001'.repeat(7_000);
    const question = await ask({});
    const answered = await act(ada, question, 'answer', { answer: `main${controls}` });
    assert.deepEqual(answered.body.data.answer, { text: 'main' });
    const approval = await ask({ kind: 'approval' });
    const rejected = await act(ada, approval, 'answer', { approve: false, reason: `no${controls}` });
    assert.deepEqual(rejected.body.data.answer, { approve: false, reason: 'no' });
  });

  test('a form may have fields whose names every object has', async () => {
    const projectId = await newProject();
    await queue(projectId);
    const task = await claimTask(ada, projectId);
    const properties = {
      constructor: { type: 'string' },
      toString: { type: 'string' },
      branch: { type: 'string' },
    };
    const form = { type: 'object', properties };
    await act(ada, task, 'ask', { epoch: 1, question: 'Which?', form });
    const { activities } = (await act(ada, task, 'answer', { values: { branch: 'main' } })).body.data;
    assert.equal(activities.at(-1).content, 'branch: main');
  });

  test('the worker of a cancelled task gets 409', async () => {
    const projectId = await newProject();
    await queue(projectId);
    const task = await claimTask(ada, projectId);
    const cancelled = (await act(ada, task, 'cancel', { reason: 'Not needed' })).body.data;
    assert.deepEqual([cancelled.state, cancelled.error, cancelled.lease], ['cancelled', 'Not needed', null]);
    const late = await act(ada, task, 'heartbeat', { epoch: 1 });
    assert.deepEqual(
      [late.status, late.body.error.message],
      [409, 'The task is cancelled. Stop working on it.'],
    );
  });

  test('a cancelled task can be cancelled again', async () => {
    const projectId = await newProject();
    await queue(projectId);
    const cancelled = await claimTask(ada, projectId);
    for (const _ of [1, 2]) assert.equal((await act(ada, cancelled, 'cancel', {})).status, 200);
  });

  test('a completed task cannot be cancelled', async () => {
    const projectId = await newProject();
    await queue(projectId);
    const done = await claimTask(ada, projectId);
    await act(ada, done, 'complete', { epoch: 1 });
    assert.equal((await act(ada, done, 'cancel', {})).status, 409);
  });

  test('tasks above the hourly cap are held until the cap allows, or until an admin unholds them', async () => {
    const projectId = await newProject();
    const made = [];
    for (let i = 0; i < 9; i++) {
      made.push(await queue(projectId));
      world.clock.advance(1);
    }
    assert.deepEqual(
      made.map((task) => task.heldReason !== undefined),
      [false, false, false, false, false, false, true, true, true],
    );
    const held = (await ada.get(`/v1/agent-tasks?project=${projectId}&held=true`)).body;
    assert.equal(held.pagination.total, 3);
    for (let i = 0; i < 6; i++) assert.equal((await claim(ada, projectId)).status, 200);
    assert.equal((await claim(ada, projectId)).status, 204);

    const bob = await world.person('Bob');
    await ada.post(`/api/project/${projectId}/members`, { userId: bob.id, role: 'member' });
    assert.equal((await act(bob, made[6], 'unhold', {})).status, 403);
    assert.equal((await act(ada, made[6], 'unhold', {})).body.data.heldReason, undefined);
    assert.equal((await claimTask(ada, projectId)).id, made[6].id);
    assert.equal(await unholdTasksWithinCap(world.db, world.clock.now(), 6), 0);
    world.clock.advance(hourMs);
    assert.equal(await unholdTasksWithinCap(world.db, world.clock.now(), 6), 2);
    const next = await claimTask(ada, projectId, { leaseSeconds: 900 });
    // The leases of the first six have expired meanwhile, so the oldest task of all is claimable too.
    assert.ok([made[0].id, made[7].id].includes(next.id));
    assert.deepEqual(await eventsOf(made[7].id).then((names) => names.slice(0, 2)), ['held', 'unheld']);
  });

  test('the task list shows only visible tasks and honours its filters', async () => {
    const [here, hidden] = [await newProject(), await newProject()];
    const bob = await world.person('Bob');
    await ada.post(`/api/project/${here}/members`, { userId: bob.id, role: 'viewer' });
    const [a, b] = [await queue(here, { kind: 'a' }), await queue(here, { kind: 'b', priority: 'high' })];
    await queue(hidden);
    await claimTask(ada, here, { kinds: ['b'] });
    const idsOf = async (caller: Caller, query = '') =>
      (await caller.get(`/v1/agent-tasks?limit=100${query}`)).body.data.map(
        (task: { id: string }) => task.id,
      );
    assert.deepEqual(new Set(await idsOf(bob)), new Set([a.id, b.id]));
    assert.deepEqual(await idsOf(bob, '&state=in_progress,completed'), [b.id]);
    assert.deepEqual(await idsOf(bob, '&kind=a'), [a.id]);
    assert.deepEqual(await idsOf(bob, '&ready=true'), [a.id]);
    assert.deepEqual(await idsOf(bob, '&priority=high'), [b.id]);
    assert.deepEqual(await idsOf(bob, `&project=${hidden}`), []);
    assert.equal((await bob.get('/v1/agent-tasks?state=odd')).status, 400);
    assert.equal((await bob.get('/v1/agent-tasks?project=NOPE')).status, 400);
    assert.equal((await bob.get(`/v1/agent-tasks/${newId()}`)).status, 404);
    assert.equal((await bob.get('/v1/agent-tasks/odd')).status, 404);
    assert.equal((await claim(bob, here)).status, 403, 'a viewer cannot claim');
    assert.equal((await bob.post('/v1/agent-tasks/claim', { workerId: 'w' })).status, 204);
  });

  test('a task without a project is visible to administrators only', async () => {
    const admin = await world.person('Root', 'ADMIN');
    const body = { title: 'Instance', instructions: '' };
    assert.equal((await ada.post('/v1/agent-tasks', body)).status, 403);
    const task = (await admin.post('/v1/agent-tasks', body)).body.data;
    assert.deepEqual([task.projectId, task.project], [undefined, null]);
    assert.equal((await ada.get(`/v1/agent-tasks/${task.id}`)).status, 403);
    assert.equal(
      (await ada.get('/v1/agent-tasks?kind=manual&state=queued&ready=true')).body.data.some(
        (item: { id: string }) => item.id === task.id,
      ),
      false,
    );
    const mine = await admin.post('/v1/agent-tasks/claim', { workerId: 'root' });
    assert.equal(mine.body.data.id, task.id);
  });

  test('task events are delivered only to webhooks whose owner may see the task', async () => {
    const projectId = await newProject();
    const [eve, root] = [await world.person('Eve'), await world.person('Root', 'ADMIN')];
    const subscribe = async (person: Person, pattern: string) =>
      (await person.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: [pattern] })).body.data.id;
    const sentTo = async (person: Person, id: string, wanted: string[]) =>
      (await person.get(`/v1/webhooks/${id}/deliveries?limit=100`)).body.data
        .filter(({ event }: { event: string }) => event.startsWith('agent_task.'))
        .map(({ event }: { event: string }) => event.replace('agent_task.', ''))
        .filter((name: string) => wanted.includes(name))
        .toReversed();
    const [own, foreign] = [await subscribe(ada, 'agent_task.*'), await subscribe(eve, '*')];
    const ofInstance = await subscribe(root, 'agent_task.*');

    const task = await queue(projectId);
    const { epoch } = (await claimTask(ada, projectId)).lease;
    await act(ada, task, 'activities', { epoch, type: 'action', content: 'Looking' });
    await act(ada, task, 'ask', { epoch, question: 'Which?' });
    await act(ada, task, 'answer', { answer: 'That' });
    const again = (await claimTask(ada, projectId)).lease.epoch;
    await act(ada, task, 'fail', { epoch: again, error: 'No' });
    await act(ada, task, 'cancel', {});
    const expected = [
      ...['activity', 'activity', 'activity', 'answered', 'cancelled', 'claimed', 'claimed', 'queued'],
      ...['retrying', 'waiting_for_user'],
    ];
    assert.deepEqual((await eventsOf(task.id)).toSorted(), expected);
    assert.deepEqual((await sentTo(ada, own, expected)).toSorted(), expected);
    assert.deepEqual(await sentTo(eve, foreign, expected), []);

    const { id } = (await root.post('/v1/agent-tasks', { title: 'Ours', instructions: '' })).body.data;
    assert.deepEqual(await eventsOf(id), ['queued']);
    assert.deepEqual(await sentTo(root, ofInstance, ['queued']), ['queued']);
    assert.deepEqual(await sentTo(eve, foreign, ['queued']), []);
    await act(root, { id }, 'cancel', {});
  });

  test('the list of agents shows what each does now, to those who may see the task', async () => {
    const agent = (await ada.post('/api/agents', { name: 'Fixer' })).body.data;
    const { key } = (await ada.post(`/api/agents/${agent.id}/api-keys`, { name: 'k' })).body.data;
    const worker = world.caller({ authorization: `Bearer ${key}` });
    const projectId = await newProject();
    await ada.post(`/api/project/${projectId}/members`, { userId: agent.id, role: 'member' });
    const ticket = (await ada.post('/api/tickets', { title: 'Broken', projectId })).body.data;
    await queue(projectId, { ticketId: ticket.id, agentId: agent.id });
    const task = await claimTask(worker, projectId);
    const { epoch } = task.lease;
    await act(worker, task, 'activities', { epoch, type: 'action', content: 'Reading' });
    const currentOf = async (person: Person) =>
      (await person.get('/api/agents?limit=100')).body.data.find(({ id }: { id: string }) => id === agent.id)
        .current;
    const current = await currentOf(ada);
    assert.deepEqual(
      [current.taskId, current.state, current.ticket.key, current.lastActivity.content],
      [task.id, 'in_progress', ticket.key, 'Reading'],
    );
    assert.equal(Date.parse(current.since), world.clock.now());
    assert.equal(await currentOf(await world.person('Root', 'ADMIN')), null);
    const [listed] = (await ada.get(`/v1/agent-tasks?project=${projectId}`)).body.data;
    assert.deepEqual([listed.lastActivity.type, listed.claimedAt], ['action', current.since]);
    await act(worker, task, 'ask', { epoch, question: 'Why?' });
    const asked = await currentOf(ada);
    assert.deepEqual([asked.state, asked.question], ['waiting_for_user', 'Why?']);
    await act(ada, task, 'cancel', {});
    assert.equal(await currentOf(ada), null);
  });

  test('a failed, timed out or cancelled task can be retried with all its attempts', async () => {
    const projectId = await newProject();
    const made = await queue(projectId, { maxAttempts: 1 });
    assert.equal((await act(ada, made, 'retry', {})).status, 409);
    const { lease } = await claimTask(ada, projectId);
    await act(ada, made, 'fail', { epoch: lease.epoch, error: 'No compiler', retryable: false });
    const retried = (await act(ada, made, 'retry', {})).body.data;
    assert.deepEqual([retried.state, retried.attempt, retried.error], ['queued', 0, undefined]);
    const again = await claimTask(ada, projectId);
    assert.deepEqual([again.id, again.attempt, again.lease.epoch], [made.id, 1, lease.epoch + 1]);
    await act(ada, again, 'cancel', {});
    assert.equal((await act(ada, again, 'retry', {})).body.data.state, 'queued');
    const last = await claimTask(ada, projectId);
    await act(ada, last, 'complete', { epoch: last.lease.epoch });
    assert.equal((await act(ada, last, 'retry', {})).status, 409);
  });

  test('a second task with the same dedupe key returns the first one', async () => {
    const projectId = await newProject();
    const body = { projectId, title: 'Once', instructions: '', dedupeKey: 'k' };
    const [first, second] = [
      await ada.post('/v1/agent-tasks', body),
      await ada.post('/v1/agent-tasks', body),
    ];
    assert.deepEqual([first.status, second.status], [201, 200]);
    assert.equal(first.body.data.id, second.body.data.id);
  });

  test('deeply nested JSON is refused as the input and as the result of a task', async () => {
    const projectId = await newProject();
    await queue(projectId);
    const body = { projectId, title: 'Deep', instructions: '' };
    const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
    assert.equal((await ada.post('/v1/agent-tasks', { ...body, input: deep })).status, 400);
    const task = await claimTask(ada, projectId);
    assert.equal((await act(ada, task, 'complete', { epoch: 1, result: deep })).status, 400);
  });

  test('an API key without the scope "agent" cannot claim tasks', async () => {
    const projectId = await newProject();
    const [reader, agent] = [await keyOf(ada, ['read']), await keyOf(ada, ['agent'])];
    await queue(projectId);
    assert.equal((await claim(reader, projectId)).status, 403);
    assert.equal((await agent.get('/v1/agent-tasks')).status, 200);
    assert.equal((await agent.get('/api/tickets')).status, 403);
    assert.equal((await claim(agent, projectId)).status, 200);
  });

  test('a claim with wait returns a task that is queued meanwhile', async () => {
    const projectId = await newProject();
    const waiting = claimTask(ada, projectId, { wait: 30 });
    await queue(projectId, { title: 'Came later' });
    assert.equal((await waiting).title, 'Came later');
  });
});
