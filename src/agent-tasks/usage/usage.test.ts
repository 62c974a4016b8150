import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { notifyAll } from '../../../test/support/notifying.ts';
import { type Caller, openWorld, type Person, type World } from '../../../test/support/world.ts';
import { dayMs } from '../../platform/clock.ts';
import { applyBudgets } from '../budgets/apply-budgets.ts';
import { readBudget } from '../budgets/set-budget.ts';

onEveryEngine('usage and budgets of agents', (engine) => {
  let world: World;
  let ada: Person;
  let count = 0;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', AGENT_TASKS_PER_HOUR: '1000' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const newProject = async () =>
    (await ada.post('/api/projects', { name: `Work ${++count}`, key: `U${count}` })).body.data.id as string;
  const newTicket = async (projectId: string) =>
    (await ada.post('/api/tickets', { title: 'Broken', projectId })).body.data;
  const newAgent = async (projectId: string) => {
    const { id } = (await ada.post('/api/agents', { name: `Bot ${++count}` })).body.data;
    await ada.post(`/api/project/${projectId}/members`, { userId: id, role: 'member' });
    const { key } = (await ada.post(`/api/agents/${id}/api-keys`, { name: 'k' })).body.data;
    return { id: id as string, caller: world.caller({ authorization: `Bearer ${key}` }) };
  };
  const queue = async (projectId: string, more: object = {}) =>
    (await ada.post('/v1/agent-tasks', { projectId, title: 'T', instructions: '', ...more })).body.data;
  const claim = async (caller: Caller, projectId: string) =>
    (await caller.post('/v1/agent-tasks/claim', { workerId: 'w', projectId })).body?.data;
  const beat = (caller: Caller, task: { id: string; lease: { epoch: number } }, usage: object) =>
    caller.post(`/v1/agent-tasks/${task.id}/heartbeat`, { epoch: task.lease.epoch, usage });
  const eur = (amount: number) => ({ cost: { amount, currency: 'EUR' } });
  const budgetEvents = async (subjectId: string) =>
    (await world.events())
      .filter(({ data }) => JSON.parse(data).budget?.subjectId === subjectId)
      .map(({ type }) => type);

  test('a later report replaces an earlier one, attempts add up, and days have what was used on them', async () => {
    const projectId = await newProject();
    await queue(projectId);
    const task = await claim(ada, projectId);
    await beat(ada, task, { inputTokens: 100, outputTokens: 10, seconds: 5, ...eur(50) });
    world.clock.advance(dayMs);
    // The lease expired meanwhile, but nobody has claimed the task.
    const smaller = await beat(ada, task, { inputTokens: 80, ...eur(70) });
    assert.deepEqual(smaller.body.data.usage, {
      ...{ inputTokens: 80, outputTokens: 10, cachedTokens: 0, seconds: 5 },
      cost: { amount: 70, currency: 'EUR' },
    });
    await ada.post(`/v1/agent-tasks/${task.id}/fail`, { epoch: 1, error: 'x', usage: { seconds: 6 } });
    world.clock.advance(60_000);
    const next = await claim(ada, projectId);
    const done = await ada.post(`/v1/agent-tasks/${task.id}/complete`, {
      epoch: next.lease.epoch,
      usage: { inputTokens: 1, seconds: 1, cost: { amount: 3, currency: 'USD' } },
    });
    assert.deepEqual(done.body.data.usage, {
      ...{ inputTokens: 81, outputTokens: 10, cachedTokens: 0, seconds: 7 },
      cost: { amount: 3, currency: 'USD' },
      costs: [
        { amount: 70, currency: 'EUR' },
        { amount: 3, currency: 'USD' },
      ],
    });
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const yesterday = day(world.clock.now() - dayMs);
    const read = async (query: string) =>
      (await ada.get(`/api/project/${projectId}/agent-usage?${query}`)).body.data.weeks;
    const [first] = await read(`from=${yesterday}&to=${yesterday}`);
    assert.deepEqual(
      [first.inputTokens, first.costs, first.agent.name],
      [100, [{ amount: 50, currency: 'EUR' }], 'Ada'],
    );
    const all = await read(`from=${yesterday}`);
    const sum = (name: string) =>
      all.reduce((total: number, week: Record<string, number>) => total + (week[name] ?? 0), 0);
    assert.deepEqual([sum('inputTokens'), sum('seconds')], [81, 7]);
  });

  test('a report in another currency replaces the cost of the attempt', async () => {
    const projectId = await newProject();
    await queue(projectId);
    const task = await claim(ada, projectId);
    await beat(ada, task, eur(100));
    const { usage } = (await beat(ada, task, { cost: { amount: 90, currency: 'USD' } })).body.data;
    assert.deepEqual([usage.cost, usage.costs], [{ amount: 90, currency: 'USD' }, undefined]);
    const { used } = (await ada.get(`/api/project/${projectId}/agent-limits`)).body.data;
    assert.deepEqual(used.spent, [
      { amount: 0, currency: 'EUR' },
      { amount: 90, currency: 'USD' },
    ]);
  });

  test('numbers that are no counts and currencies that do not exist are refused, with the field', async () => {
    const projectId = await newProject();
    await queue(projectId);
    const task = await claim(ada, projectId);
    for (const usage of [
      { inputTokens: -1 },
      { inputTokens: 1.5 },
      { inputTokens: 1e15 },
      { outputTokens: '5' },
      { seconds: null },
      { cost: { amount: 1.5, currency: 'EUR' } },
      { cost: { amount: -1, currency: 'EUR' } },
      { cost: { amount: 1e12, currency: 'EUR' } },
      { cost: { amount: 1, currency: 'EURO' } },
      { cost: { amount: 1, currency: 'eur' } },
      { cost: { amount: 1, currency: 'QQQ' } },
      { cost: { amount: 1 } },
    ]) {
      const refused = await beat(ada, task, usage);
      assert.deepEqual(
        [usage, refused.status, Object.keys(refused.body.error?.details ?? {})],
        [usage, 400, ['usage']],
      );
    }
    const stale = await ada.post(`/v1/agent-tasks/${task.id}/heartbeat`, { epoch: 0, usage: { seconds: 1 } });
    assert.equal(stale.status, 409);
    assert.equal((await ada.get(`/v1/agent-tasks/${task.id}`)).body.data.usage.seconds, 0);
  });

  test('concurrent reports of many tasks lose nothing, and pass each mark of their budgets once', async () => {
    const projectId = await newProject();
    const ticket = await newTicket(projectId);
    const { id: agentId, caller } = await newAgent(projectId);
    const budget = { amount: 2_000, currency: 'EUR' };
    await ada.put(`/api/project/${projectId}/agent-limits`, {
      budget: { ...budget, period: 'month' },
      tasksPerTicketPerDay: 100,
    });
    await ada.put(`/api/agents/${agentId}/budget`, { ...budget, period: 'total' });
    await ada.put(`/api/tickets/${ticket.id}/agent-budget`, budget);
    const tasks = [];
    for (let index = 0; index < 20; index++) {
      await queue(projectId, { ticketId: ticket.id });
      tasks.push(await claim(caller, projectId));
    }
    // Each task reports 20, 40, 60, 80 and 100 in turn; all of them together spend the whole budget.
    await Promise.all(
      tasks.map(async (task) => {
        for (const share of [20, 40, 60, 80, 100]) {
          const { status } = await beat(caller, task, { inputTokens: share, ...eur(share) });
          assert.equal(status, 200);
        }
      }),
    );
    const spent = [{ amount: 2_000, currency: 'EUR' }];
    assert.deepEqual((await ada.get(`/api/project/${projectId}/agent-limits`)).body.data.used.spent, spent);
    const ofAgent = (await ada.get(`/api/agents/${agentId}/budget`)).body.data;
    assert.deepEqual([ofAgent.spent, ofAgent.isSpent], [spent, true]);
    assert.deepEqual((await ada.get(`/api/tickets/${ticket.id}/agent-budget`)).body.data.spent, spent);
    const { weeks } = (await ada.get(`/api/project/${projectId}/agent-usage`)).body.data;
    assert.deepEqual([weeks[0].inputTokens, weeks[0].costs, weeks[0].tasks], [2_000, spent, 20]);
    for (const subjectId of [projectId, agentId, ticket.id])
      assert.deepEqual((await budgetEvents(subjectId)).sort(), [
        'agent_budget.reached',
        'agent_budget.warning',
      ]);
    assert.equal((await beat(caller, tasks[0], {})).body.data.stop, 'budget');
  });

  test('a spent budget holds queued and new tasks with the reason; raising it offers them', async () => {
    const projectId = await newProject();
    await queue(projectId);
    const task = await claim(ada, projectId);
    const waiting = await queue(projectId);
    await ada.put(`/api/project/${projectId}/agent-limits`, { budget: { amount: 100, currency: 'EUR' } });
    await beat(ada, task, { cost: { amount: 500, currency: 'USD' } });
    const limits = (await ada.get(`/api/project/${projectId}/agent-limits`)).body.data;
    assert.deepEqual(
      [limits.used.spent, limits.used.notCounted],
      [[{ amount: 0, currency: 'EUR' }], [{ amount: 500, currency: 'USD' }]],
    );
    assert.deepEqual(await budgetEvents(projectId), []);

    assert.equal((await beat(ada, task, eur(79))).body.data.stop, null);
    assert.deepEqual(await budgetEvents(projectId), []);
    await beat(ada, task, eur(80));
    assert.deepEqual(await budgetEvents(projectId), ['agent_budget.warning']);
    assert.equal((await beat(ada, task, eur(100))).body.data.stop, 'budget');
    const held = (await ada.get(`/v1/agent-tasks/${waiting.id}`)).body.data;
    assert.deepEqual([held.state, held.hold], ['queued', 'budget']);
    assert.match(held.heldReason, /^The budget of the project for agents is spent\. /);
    assert.equal((await queue(projectId)).hold, 'budget');
    assert.equal(await claim(ada, projectId), undefined);
    const unheld = await ada.post(`/v1/agent-tasks/${waiting.id}/unhold`);
    assert.equal(unheld.status, 409);
    const released = await ada.post(`/v1/agent-tasks/${task.id}/release`, { epoch: task.lease.epoch });
    assert.equal(released.body.data.hold, 'budget');

    await ada.put(`/api/project/${projectId}/agent-limits`, { budget: { amount: 1_000, currency: 'EUR' } });
    assert.ok(await claim(ada, projectId));
    assert.equal((await ada.get(`/v1/agent-tasks/${waiting.id}`)).body.data.hold, undefined);
    assert.deepEqual(await budgetEvents(projectId), ['agent_budget.warning', 'agent_budget.reached']);
  });

  test('budgets are for people: an agent cannot set its own, nor that of a ticket', async () => {
    const projectId = await newProject();
    const ticket = await newTicket(projectId);
    const { id, caller } = await newAgent(projectId);
    const bob = await world.person('Bob');
    const budget = { amount: 10, currency: 'EUR' };
    assert.equal((await caller.put(`/api/agents/${id}/budget`, budget)).status, 403);
    assert.equal((await caller.put(`/api/tickets/${ticket.id}/agent-budget`, budget)).status, 403);
    assert.equal((await bob.put(`/api/agents/${id}/budget`, budget)).status, 403);
    for (const wrong of [{ amount: 1.5 }, { amount: -1 }, { currency: 'EURO' }, { period: 'week' }])
      assert.equal((await ada.put(`/api/agents/${id}/budget`, { ...budget, ...wrong })).status, 400);
    assert.equal((await ada.put(`/api/agents/${id}/budget`, budget)).body.data.budget.period, 'month');
    assert.equal((await ada.delete(`/api/agents/${id}/budget`)).status, 200);
    assert.equal((await ada.get(`/api/agents/${id}/budget`)).body.data.budget, null);
  });

  test('people are notified of marks, questions and results with their text, and of no step', async () => {
    const grace = await world.person('Grace');
    const projectId = (await grace.post('/api/projects', { name: 'Notified', key: `N${++count}` })).body.data
      .id;
    const { id } = (await grace.post('/api/agents', { name: 'Pilot' })).body.data;
    await grace.post(`/api/project/${projectId}/members`, { userId: id, role: 'member' });
    const { key } = (await grace.post(`/api/agents/${id}/api-keys`, { name: 'k' })).body.data;
    const pilot = world.caller({ authorization: `Bearer ${key}` });
    await grace.put(`/api/project/${projectId}/agent-limits`, { budget: { amount: 100, currency: 'EUR' } });
    await grace.post('/v1/agent-tasks', { projectId, agentId: id, title: 'Job', instructions: '' });
    const task = await claim(pilot, projectId);
    const send = (action: string, body: object, epoch = 1) =>
      pilot.post(`/v1/agent-tasks/${task.id}/${action}`, { epoch, ...body });
    for (let step = 0; step < 5; step++)
      await send('activities', { type: 'action', content: `Step ${step}` });
    await send('heartbeat', { usage: eur(85) });
    await send('ask', { question: 'May I delete it?', kind: 'approval' });
    await grace.post(`/v1/agent-tasks/${task.id}/answer`, { approve: true });
    const next = await claim(pilot, projectId);
    await send('complete', { result: { summary: 'Deleted it.' } }, next.lease.epoch);
    await notifyAll(world);
    const { data } = (await grace.get('/api/user/notifications')).body;
    const told = data.map(({ kind, message, task }: Record<string, { excerpt?: string }>) => [
      kind,
      message,
      task?.excerpt,
    ]);
    assert.deepEqual(told.sort(), [
      ['agent_budget', '80 % of the agent budget of Notified is spent', undefined],
      ['agent_question', 'Pilot asks for approval in the task “Job”', 'May I delete it?'],
      ['agent_result', 'Pilot completed the task “Job”', 'Deleted it.'],
    ]);
  });

  test('the next month releases what a monthly budget held', async () => {
    const projectId = await newProject();
    const { id, caller } = await newAgent(projectId);
    await ada.put(`/api/agents/${id}/budget`, { amount: 10, currency: 'EUR', period: 'month' });
    await queue(projectId, { agentId: id });
    const task = await claim(caller, projectId);
    const waiting = await queue(projectId, { agentId: id });
    const open = await queue(projectId);
    await beat(caller, task, eur(10));
    // The agent gets nothing, not even what is for everybody.
    assert.equal(await claim(caller, projectId), undefined);
    assert.equal((await claim(ada, projectId)).id, open.id);
    await applyBudgets(world.db, { now: world.clock.now(), tasksPerHourMax: 1_000 });
    assert.equal((await ada.get(`/v1/agent-tasks/${waiting.id}`)).body.data.hold, 'budget');
    // The session of Ada ends meanwhile; the key of the agent does not.
    world.clock.advance(32 * dayMs);
    const now = world.clock.now();
    await applyBudgets(world.db, { now, tasksPerHourMax: 1_000 });
    assert.equal((await caller.get(`/v1/agent-tasks/${waiting.id}`)).body.data.hold, undefined);
    const state = await readBudget(world.db.reads, { kind: 'agent', subjectId: id }, now);
    assert.deepEqual([state.isSpent, state.spent], [false, []]);
  });
});
