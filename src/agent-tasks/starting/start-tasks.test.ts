import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { followAll, newAgent, type TestAgent } from '../../../test/support/agents.ts';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { dayMs } from '../../platform/clock.ts';
import { ruleStatuses } from '../../projects/automation.ts';
import { ticketStatuses } from '../../tickets/index.ts';
import { unholdTasksWithinCap } from '../holds/unhold-tasks-within-cap.ts';

interface Ticket {
  id: string;
  key: string;
}

test('status rules know every status of tickets', () => {
  assert.deepEqual(ruleStatuses, ticketStatuses);
});

onEveryEngine('what starts tasks', (engine) => {
  let world: World;
  let ada: Person;
  let pilot: TestAgent;
  let scribe: TestAgent;
  let tester: TestAgent;
  let reader: TestAgent;
  let projectId: string;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', AGENT_TASKS_PER_HOUR: '1000' });
    ada = await world.person('Ada');
    projectId = (await ada.post('/api/projects', { name: 'Work', key: 'WRK' })).body.data.id;
    pilot = await newAgent(world, ada, 'Pilot', projectId);
    scribe = await newAgent(world, ada, 'Scribe', projectId);
    tester = await newAgent(world, ada, 'Tester', projectId);
    reader = await newAgent(world, ada, 'Reader', projectId, 'viewer');
  });
  after(() => world.close());

  // Agents claim whatever is queued for them, so a test leaves nothing behind.
  afterEach(async () => {
    await follow();
    const { data } = (await ada.get('/v1/agent-tasks?state=queued,in_progress&limit=100')).body;
    for (const { id } of data) await ada.post(`/v1/agent-tasks/${id}/cancel`, {});
    await ada.put(`/api/project/${projectId}/agent-limits`, { tasksPerTicketPerDay: null, chainDepth: null });
  });

  const follow = () => followAll(world, 1000);
  const newTicket = async (more: object = {}): Promise<Ticket> =>
    (await ada.post('/api/tickets', { title: 'Broken', projectId, ...more })).body.data;
  const comment = (by: Pick<Person, 'post'>, ticket: Ticket, content: string) => {
    world.clock.advance(1);
    return by.post(`/api/tickets/${ticket.id}/comments`, { content });
  };
  const tasksOf = async (ticket: Ticket) => {
    await follow();
    return (await ada.get(`/api/tickets/${ticket.id}/agent-tasks?limit=100`)).body.data;
  };
  const claim = async (agent: TestAgent) => {
    await follow();
    world.clock.advance(1);
    const { status, body } = await agent.post('/v1/agent-tasks/claim', { workerId: 'w' });
    world.clock.advance(1);
    return status === 200 ? body.data : undefined;
  };
  const complete = (agent: TestAgent, task: { id: string; lease: { epoch: number } }) =>
    agent.post(`/v1/agent-tasks/${task.id}/complete`, { epoch: task.lease.epoch });
  const setAutomation = (automation: object) => ada.put(`/api/project/${projectId}`, { automation });

  test('a comment that mentions an agent gives it a task with the comment as instructions', async () => {
    const ticket = await newTicket();
    await comment(ada, ticket, 'Hey @Pilot, use the new API');
    const [task, ...others] = await tasksOf(ticket);
    assert.deepEqual(others, []);
    const { instructions, causes } = (await ada.get(`/v1/agent-tasks/${task.id}`)).body.data;
    assert.equal(instructions, 'Hey @Pilot, use the new API');
    assert.deepEqual([task.kind, task.agentId, task.createdById], ['mention', pilot.id, ada.id]);
    assert.deepEqual(task.cause, { event: 'comment.created', userId: ada.id, depth: 0 });
    assert.deepEqual(causes, [{ kind: 'person', id: ada.id, name: 'Ada', event: 'comment.created' }]);
    await comment(ada, ticket, '@Pilot and quickly');
    assert.equal((await tasksOf(ticket)).length, 1, 'an agent has one unfinished task on a ticket');
    const claimed = await claim(pilot);
    assert.deepEqual(
      claimed.messages.map(({ text, from }: { text: string; from: { id: string } }) => [text, from.id]),
      [['@Pilot and quickly', ada.id]],
      'the second comment is a message to its worker',
    );
    await comment(scribe, ticket, '@Pilot hurry');
    await follow();
    const beat = await pilot.post(`/v1/agent-tasks/${claimed.id}/heartbeat`, { epoch: claimed.lease.epoch });
    assert.equal(beat.body.data.messages.length, 1, 'agents send no messages');
    await complete(pilot, claimed);
    await comment(ada, ticket, '@Pilot once more');
    const again = await tasksOf(ticket);
    assert.equal(again.length, 2);
    await complete(pilot, await claim(pilot));
  });

  test('a new description, and a mention that an edit adds, give the agent a task; others do not', async () => {
    const ticket = await newTicket({ description: '@Pilot fix it' });
    assert.deepEqual(
      (await tasksOf(ticket)).map(({ kind }: { kind: string }) => kind),
      ['mention'],
    );
    await complete(pilot, await claim(pilot));
    const put = (description: string) => ada.put(`/api/tickets/${ticket.id}`, { description });
    await put('@Pilot fix it soon');
    assert.equal((await tasksOf(ticket)).length, 1, 'the version before mentions it too');
    await put('@Pilot and @Scribe fix it soon');
    const tasks = await tasksOf(ticket);
    assert.equal(tasks.length, 2);
    const { instructions } = (await ada.get(`/v1/agent-tasks/${tasks[0].id}`)).body.data;
    assert.match(
      instructions,
      /^You were mentioned in the description/,
      'others may have written the rest of it',
    );
    await complete(scribe, await claim(scribe));
    const { id } = (await comment(ada, ticket, 'Nobody')).body.data;
    await ada.put(`/api/tickets/${ticket.id}/comments/${id}`, { content: '@Tester and `@Scribe`' });
    assert.equal((await tasksOf(ticket)).length, 2, 'an edited comment is not a new one');
  });

  test('only those who may give work to an agent wake it, and only if it may work', async () => {
    const ticket = await newTicket();
    const ben = await world.person('Ben');
    await ada.post(`/api/project/${projectId}/members`, { userId: ben.id, role: 'viewer' });
    await ada.put(`/api/tickets/${ticket.id}/assignee`, { assigneeId: ben.id });
    assert.equal((await comment(ben, ticket, '@Pilot do as I say')).status, 201, 'an assignee may comment');
    await comment(ada, ticket, '@Reader look');
    await comment(pilot, ticket, '@Pilot note to myself');
    assert.deepEqual(await tasksOf(ticket), []);
    await setAutomation({ mentionsStartTasks: false });
    await comment(ada, ticket, '@Scribe look');
    assert.deepEqual(await tasksOf(ticket), []);
    await setAutomation({ mentionsStartTasks: true });
  });

  test('the preview of a comment says which agents it wakes, and why not', async () => {
    const ticket = await newTicket();
    const preview = async (text: string, by: Pick<Person, 'post'> = ada) =>
      (await by.post(`/api/tickets/${ticket.id}/wakes`, { text })).body.data;
    assert.deepEqual(await preview('Hello @Ada'), []);
    assert.deepEqual(await preview('@Pilot and @Reader'), [
      { agent: { id: pilot.id, name: 'Pilot' }, wakes: true },
      { agent: { id: reader.id, name: 'Reader' }, wakes: false, reason: 'Reader may only read the project' },
    ]);
    await comment(ada, ticket, '@Pilot go');
    const task = await claim(pilot);
    assert.match((await preview('@Pilot'))[0].reason, /already has a task .* gets the comment as a message/);
    await pilot.post(`/v1/agent-tasks/${task.id}/ask`, { epoch: task.lease.epoch, question: 'Where?' });
    const [answering] = await preview('@Pilot here');
    assert.equal(answering.wakes, true);
    assert.match(answering.reason, /answers the question/);
    await setAutomation({ mentionsStartTasks: false });
    assert.match((await preview('@Scribe'))[0].reason, /start no tasks/);
    await setAutomation({ mentionsStartTasks: true });
    // A mention in the answer is the answer, not a second task.
    await comment(ada, ticket, '@Pilot here');
    const tasks = await tasksOf(ticket);
    assert.deepEqual([tasks.length, tasks[0].state], [1, 'queued']);
    await complete(pilot, await claim(pilot));
  });

  test('a ticket that enters a status with a label gets one task for each time', async () => {
    const { workspaceId } = (await ada.get(`/api/project/${projectId}`)).body.data;
    const label = await world.label(workspaceId, 'agent');
    const rules = [
      { status: 'todo', labels: ['Agent'], agentId: scribe.id, instructions: 'Write it.' },
      { status: 'in_review', agentId: tester.id },
    ];
    const put = await setAutomation({ statusRules: rules });
    assert.deepEqual(put.body.data.automation.statusRules, rules);
    const plain = await newTicket({ status: 'todo' });
    const labelled = await newTicket({ status: 'todo', labelIds: [label] });
    assert.deepEqual(await tasksOf(plain), []);
    const [task] = await tasksOf(labelled);
    assert.deepEqual(
      [task.kind, task.agentId, task.cause.event],
      ['status_rule', scribe.id, 'ticket.created'],
    );
    const move = (status: string) => ada.put(`/api/tickets/${labelled.id}/status`, { status });
    await move('backlog');
    await move('todo');
    assert.equal((await tasksOf(labelled)).length, 1, 'the first one is unfinished');
    const claimed = await claim(scribe);
    assert.equal(claimed.instructions, 'Write it.');
    await complete(scribe, claimed);
    const [ofReview] = await tasksOf(labelled);
    assert.equal(ofReview.agentId, tester.id, 'the completed task moved the ticket to in_review');
    assert.deepEqual(ofReview.cause, { event: 'ticket.status_changed', agentId: scribe.id, depth: 1 });
    await complete(tester, await claim(tester));
    await move('todo');
    assert.equal((await tasksOf(labelled)).length, 3);
    // The task fails for good: Docket moves the ticket back to todo, which starts nothing.
    const failing = await claim(scribe);
    await scribe.post(`/v1/agent-tasks/${failing.id}/fail`, {
      epoch: failing.lease.epoch,
      error: 'No',
      retryable: false,
    });
    assert.equal((await ada.get(`/api/tickets/${labelled.id}`)).body.data.status, 'todo');
    assert.equal((await tasksOf(labelled)).length, 3);
    await setAutomation({ statusRules: [] });
  });

  test('rules that name no working agent, or too many rules, are refused with the field', async () => {
    const rule = { status: 'todo', agentId: pilot.id };
    const refuse = async (statusRules: object[], field: string) => {
      const { status, body } = await setAutomation({ statusRules });
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body.error.details), [field], JSON.stringify(body.error.details));
    };
    await refuse([rule, { status: 'todo', agentId: reader.id }], 'automation.statusRules.1.agentId');
    await refuse([{ status: 'todo', agentId: ada.id }], 'automation.statusRules.0.agentId');
    await refuse([{ ...rule, status: 'open' }], 'automation');
    await refuse(
      Array.from({ length: 21 }, () => rule),
      'automation',
    );
  });

  /** Each agent mentions the next one, until no task is handed out. Returns how many tasks were done. */
  const runLoop = async (ticket: Ticket, agents: TestAgent[]) => {
    await comment(ada, ticket, `@${agents[0]?.name} begin`);
    let done = 0;
    for (; done < 50; done++) {
      const agent = agents[done % agents.length] as TestAgent;
      const task = await claim(agent);
      if (!task) break;
      await comment(agent, ticket, `@${agents[(done + 1) % agents.length]?.name} your turn`);
      // Every other one has completed its task before the comment is read.
      if (done % 2 === 0) await follow();
      await complete(agent, task);
    }
    return done;
  };

  for (const size of [2, 3]) {
    test(`a loop of ${size} agents that mention each other is held by the chain`, async () => {
      const ticket = await newTicket();
      const agents = [pilot, scribe, tester].slice(0, size);
      await ada.put(`/api/project/${projectId}/agent-limits`, { tasksPerTicketPerDay: 100 });
      const done = await runLoop(ticket, agents);
      assert.equal(done, 5, 'the first one and four that agents caused');
      const [last] = await tasksOf(ticket);
      assert.deepEqual([last.state, last.hold, last.cause.depth], ['queued', 'chain', 5]);
      assert.match(last.heldReason, /An admin can unhold/);
      const { causes } = (await ada.get(`/v1/agent-tasks/${last.id}`)).body.data;
      assert.deepEqual(
        causes.map(({ name }: { name: string }) => name),
        ['Ada', ...Array.from({ length: 5 }, (_, index) => agents[index % size]?.name)],
      );
      const byAgent = await pilot.post(`/v1/agent-tasks/${last.id}/unhold`, {});
      assert.equal(byAgent.status, 403);
      if (size === 2) await ada.post(`/v1/agent-tasks/${last.id}/unhold`, {});
      else await ada.put(`/api/project/${projectId}/agent-limits`, { chainDepth: 5 });
      assert.equal((await ada.get(`/v1/agent-tasks/${last.id}`)).body.data.heldReason, undefined);
    });
  }

  test('a loop over several tickets is held by the chain too', async () => {
    const tickets = [await newTicket(), await newTicket()] as const;
    await comment(ada, tickets[0], '@Pilot begin');
    let done = 0;
    for (; done < 50; done++) {
      const [agent, next] = done % 2 === 0 ? [pilot, scribe] : [scribe, pilot];
      const task = await claim(agent);
      if (!task) break;
      await comment(agent, tickets[(done + 1) % 2] as Ticket, `@${next.name} go on`);
      await complete(agent, task);
    }
    assert.equal(done, 5);
  });

  test('a task that an agent creates by hand has the depth of the task that it works on', async () => {
    const ticket = await newTicket();
    await comment(ada, ticket, '@Pilot split it');
    const parent = await claim(pilot);
    const { body } = await pilot.post('/v1/agent-tasks', {
      projectId,
      agentId: scribe.id,
      title: 'Part',
      instructions: 'Do a part.',
    });
    assert.equal(body.error?.message, undefined);
    assert.deepEqual(body.data.cause, { event: 'manual', agentId: pilot.id, depth: 1 });
    assert.deepEqual(
      body.data.causes.map(({ name }: { name: string }) => name),
      ['Ada', 'Pilot'],
    );
    await complete(pilot, parent);
    await complete(scribe, await claim(scribe));
  });

  test('a ticket offers six automatic tasks within a day, and the others on the next days', async () => {
    const ticket = await newTicket();
    for (let index = 0; index < 6; index++) {
      await comment(ada, ticket, `@Tester ${index}`);
      await complete(tester, await claim(tester));
    }
    await comment(ada, ticket, '@Tester once more');
    const [held] = await tasksOf(ticket);
    assert.equal(held.hold, 'ticket');
    assert.match(held.heldReason, /^More than 6 tasks on this ticket within a day/);
    assert.equal(await claim(tester), undefined);
    const byHand = await ada.post('/v1/agent-tasks', {
      ticketId: ticket.id,
      title: 'T',
      instructions: 'Do it.',
    });
    assert.equal(byHand.body.data.heldReason, undefined, 'a person may');
    const { used } = (await ada.get(`/api/project/${projectId}/agent-limits`)).body.data;
    assert.equal(used.held.ticket, 1);
    assert.equal(await unholdTasksWithinCap(world.db, world.clock.now(), 1000), 0);
    world.clock.advance(dayMs);
    assert.equal(await unholdTasksWithinCap(world.db, world.clock.now(), 1000), 1);
    assert.equal((await claim(tester)).id, held.id);
  });

  test('limits keep what is not given, return to defaults with null, and refuse bad values with the field', async () => {
    const url = `/api/project/${projectId}/agent-limits`;
    const { used, ...defaults } = (await ada.get(url)).body.data;
    const caps = { tasksPerHour: 1000, tasksPerTicketPerDay: 6, chainDepth: 4 };
    assert.deepEqual(defaults, { ...caps, collisions: 'off', budget: null });
    assert.equal(typeof used.tasksThisHour, 'number');
    const budget = { amount: 5_000, currency: 'EUR', period: 'month' };
    await ada.put(url, { chainDepth: 2 });
    const { used: _, ...changed } = (await ada.put(url, { budget })).body.data;
    assert.deepEqual(changed, { ...defaults, chainDepth: 2, budget });
    const last = (await world.events()).at(-1);
    assert.deepEqual(
      [last?.type, JSON.parse(last?.data ?? '{}').changes.agentLimits.to.budget],
      ['project.updated', budget],
    );
    for (const [wrong, field] of [
      [{ chainDepth: -1 }, 'chainDepth'],
      [{ tasksPerHour: 1.5 }, 'tasksPerHour'],
      [{ collisions: 'on' }, 'collisions'],
      [{ budget: { ...budget, currency: 'euro' } }, 'budget'],
      [{ budget: { ...budget, amount: 0.5 } }, 'budget'],
      [{ budget: { ...budget, period: 'year' } }, 'budget'],
    ] as const) {
      const { status, body } = await ada.put(url, wrong);
      assert.deepEqual(
        [status, Object.keys(body.error.details)],
        [400, [field]],
        JSON.stringify(body.error.details),
      );
    }
    const { used: __, ...restored } = (await ada.put(url, { chainDepth: null, budget: null })).body.data;
    assert.deepEqual(restored, defaults);
  });
});
