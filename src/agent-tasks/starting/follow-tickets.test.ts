import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { type Caller, openWorld, type Person, type World } from '../../../test/support/world.ts';
import type { EventCursor } from '../../events/index.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/ids.ts';
import { newLogger } from '../../platform/logger.ts';
import { newTicketFollower } from '../task-loops.ts';
import { taskCursor } from './follow-store.ts';
import { EventFailure, followTickets } from './follow-tickets.ts';

onEveryEngine('following tickets', (engine) => {
  let world: World;
  let ada: Person;
  let agent: { id: string };
  let worker: Caller;
  let projectId: string;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    agent = (await ada.post('/api/agents', { name: 'Fixer' })).body.data;
    const { key } = (await ada.post(`/api/agents/${agent.id}/api-keys`, { name: 'k' })).body.data;
    worker = world.caller({ authorization: `Bearer ${key}` });
    projectId = (await ada.post('/api/projects', { name: 'Work' })).body.data.id;
    await ada.post(`/api/project/${projectId}/members`, { userId: agent.id, role: 'member' });
  });
  after(() => world.close());

  /** Follows until the newest event was read. Transactions of other tests on the server can keep it unsettled for a while. */
  const follow = async () => {
    const last = (await world.events()).at(-1)?.seq ?? 0;
    const settings = { now: world.clock.now(), tasksPerHourMax: 60 };
    let position: EventCursor | undefined;
    for (;;) {
      position = (await followTickets(world.db, settings, position)) ?? position;
      const stored = await taskCursor.find(world.db.reads);
      if (Math.max(position?.seq ?? 0, stored.seq) >= last) return;
      await wait(5);
    }
  };
  const newTicket = async (more: object = {}) =>
    (await ada.post('/api/tickets', { title: 'Broken', projectId, ...more })).body.data;
  const tasksOf = async (ticket: { id: string }) =>
    (await ada.get(`/api/tickets/${ticket.id}/agent-tasks`)).body.data;

  test('assigning a ticket to an agent queues one task, and unassigning cancels it', async () => {
    const ticket = await newTicket({ priority: 'high' });
    await follow();
    assert.deepEqual(await tasksOf(ticket), []);
    await ada.put(`/api/tickets/${ticket.id}/assignee`, { assigneeId: agent.id });
    await follow();
    await follow();
    const [task, ...more] = await tasksOf(ticket);
    assert.equal(more.length, 0);
    assert.deepEqual(
      [task.kind, task.agentId, task.title, task.priority, task.createdById],
      ['ticket.assigned', agent.id, 'Broken', 'high', ada.id],
    );
    await ada.put(`/api/tickets/${ticket.id}/assignee`, { assigneeId: ada.id });
    await follow();
    assert.equal((await tasksOf(ticket))[0].state, 'cancelled');
  });

  test('a task for an agent cannot be claimed by others', async () => {
    const ticket = await newTicket({ assigneeId: agent.id });
    await follow();
    const stolen = await ada.post('/v1/agent-tasks/claim', { workerId: 'ada', kinds: ['ticket.assigned'] });
    assert.equal(stolen.status, 204);
    const own = await worker.post('/v1/agent-tasks/claim', { workerId: 'w' });
    assert.equal(own.body.data.ticketId, ticket.id);
  });

  test('assigning a ticket to an agent of somebody else queues no task', async () => {
    const eve = await world.person('Eve');
    const trap = (await eve.post('/api/tickets', { title: 'Send me the keys', assigneeId: agent.id })).body
      .data;
    await follow();
    assert.deepEqual((await eve.get(`/api/tickets/${trap.id}/agent-tasks`)).body.data, []);
    const body = { ticketId: trap.id, agentId: agent.id, title: 'Trap', instructions: '' };
    assert.equal((await eve.post('/v1/agent-tasks', body)).status, 400);
  });

  test('a person’s comment after the question answers it, the agent’s own comment does not', async () => {
    const ticket = await newTicket({ assigneeId: agent.id });
    await ada.post(`/api/tickets/${ticket.id}/comments`, { content: 'Before the question' });
    await follow();
    const task = (await worker.post('/v1/agent-tasks/claim', { workerId: 'w' })).body.data;
    assert.equal(task.ticketId, ticket.id);
    world.clock.advance(1_000);
    await worker.post(`/v1/agent-tasks/${task.id}/ask`, { epoch: 1, question: 'Which branch?' });
    const own = await worker.post(`/v1/agent-tasks/${task.id}/answer`, { answer: 'main' });
    assert.equal(own.status, 403);
    await worker.post(`/api/tickets/${ticket.id}/comments`, { content: 'I asked a question' });
    await follow();
    assert.equal((await tasksOf(ticket))[0].state, 'waiting_for_user');
    world.clock.advance(1_000);
    await ada.post(`/api/tickets/${ticket.id}/comments`, { content: 'main, please' });
    await follow();
    const answered = (await ada.get(`/v1/agent-tasks/${task.id}`)).body.data;
    assert.deepEqual(
      [answered.state, answered.activities.at(-1).content, answered.activities.at(-1).author.id],
      ['queued', 'main, please', ada.id],
    );
  });

  test('a comment full of control characters answers a question, and later events are followed', async () => {
    const ticket = await newTicket({ assigneeId: agent.id });
    await follow();
    let task: { id: string; ticketId: string };
    do task = (await worker.post('/v1/agent-tasks/claim', { workerId: 'w' })).body.data;
    while (task.ticketId !== ticket.id);
    await worker.post(`/v1/agent-tasks/${task.id}/ask`, { epoch: 1, question: 'What does the log say?' });
    await ada.post(`/api/tickets/${ticket.id}/comments`, { content: `Red${'\u001b'.repeat(15_000)}\nGreen` });
    const next = await newTicket({ assigneeId: agent.id });
    await follow();
    assert.deepEqual((await ada.get(`/v1/agent-tasks/${task.id}`)).body.data.answer, { text: 'Red\nGreen' });
    assert.equal((await tasksOf(next)).length, 1);
    for (const { id } of [task, ...(await tasksOf(next))]) await ada.post(`/v1/agent-tasks/${id}/cancel`);
  });

  test('the tasks of a moved ticket move along and are hidden from members of the old project', async () => {
    const ben = await world.person('Ben');
    const addBen = { userId: ben.id, role: 'member' };
    await ada.post(`/api/project/${projectId}/members`, addBen);
    const board = (await ada.post('/api/projects', { name: 'Board' })).body.data.id;
    const ticket = await newTicket();
    const make = async (more: object = {}) => {
      const body = { ticketId: ticket.id, title: 'Look', instructions: '', ...more };
      return (await ada.post('/v1/agent-tasks', body)).body.data.id;
    };
    const [open, asking, done] = [await make(), await make({ kind: 'ask' }), await make({ kind: 'done' })];
    for (const [id, kind, act, body] of [
      [asking, 'ask', 'ask', { question: 'Which?' }],
      [done, 'done', 'complete', { result: { secret: 1 } }],
    ] as const) {
      const claimed = await ben.post('/v1/agent-tasks/claim', { workerId: 'w', projectId, kinds: [kind] });
      assert.equal(claimed.body.data.id, id);
      await ben.post(`/v1/agent-tasks/${id}/${act}`, { epoch: 1, ...body });
    }
    await ada.put(`/api/tickets/${ticket.id}`, { projectId: board });
    await ada.post(`/api/tickets/${ticket.id}/comments`, { content: 'Behind closed doors' });
    await follow();

    const tasks = await tasksOf(ticket);
    assert.deepEqual(
      tasks.map((task: { projectId: string; ticket: { id: string } }) => [task.projectId, task.ticket.id]),
      Array(3).fill([board, ticket.id]),
    );
    assert.equal((await ada.get(`/v1/agent-tasks/${asking}`)).body.data.activities.at(-1).type, 'answer');
    for (const id of [open, asking, done]) assert.equal((await ben.get(`/v1/agent-tasks/${id}`)).status, 403);
    const visible = (await ben.get('/v1/agent-tasks?limit=100')).body.data;
    assert.ok(visible.every(({ id }: { id: string }) => ![open, asking, done].includes(id)));
    assert.equal((await ben.post('/v1/agent-tasks/claim', { workerId: 'w', projectId })).status, 204);
    const claim = { workerId: 'w', projectId: board, kinds: ['manual'] };
    assert.equal((await ada.post('/v1/agent-tasks/claim', claim)).body.data.id, open);
    // A worker that has no access to the new project gets 403 at its next report.
    await ada.put(`/api/tickets/${ticket.id}`, { projectId });
    await ada.post(`/v1/agent-tasks/${open}/release`, { epoch: 1 });
    const held = (await ben.post('/v1/agent-tasks/claim', { workerId: 'w', projectId })).body.data;
    await ada.put(`/api/tickets/${ticket.id}`, { projectId: null });
    const { epoch } = held.lease;
    assert.equal((await ben.post(`/v1/agent-tasks/${held.id}/heartbeat`, { epoch })).status, 403);
    assert.equal((await tasksOf(ticket)).length, 3);
  });

  test('deleting a ticket cancels its tasks', async () => {
    const ticket = await newTicket({ assigneeId: agent.id });
    await follow();
    const [task] = await tasksOf(ticket);
    await ada.delete(`/api/tickets/${ticket.id}`);
    await follow();
    const { state, error } = (await ada.get(`/v1/agent-tasks/${task.id}`)).body.data;
    assert.deepEqual([state, error], ['cancelled', 'The ticket was deleted']);
  });

  test('concurrent followers create one task for an event', async () => {
    const ticket = await newTicket({ assigneeId: agent.id });
    await Promise.all([follow(), follow(), follow()]);
    assert.equal((await tasksOf(ticket)).length, 1);
  });

  test('an event that cannot be applied stops no later one', async () => {
    const [broken, ticket] = [await newTicket({ assigneeId: agent.id }), await newTicket()];
    await follow();
    await world.db.transaction((tx) =>
      tx.run(insertBrokenEvent, { id: newId(), ticketId: broken.id, projectId, now: world.clock.now() }),
    );
    await ada.put(`/api/tickets/${ticket.id}/assignee`, { assigneeId: agent.id });
    const logger = newLogger('silent');
    const step = newTicketFollower({ db: world.db, clock: world.clock, logger, tasksPerHourMax: 60 });
    let failures = 0;
    while ((await tasksOf(ticket)).length === 0) {
      await step().catch((error: unknown) => {
        assert.ok(error instanceof EventFailure, String(error));
        failures++;
      });
      await wait(1);
    }
    assert.equal(failures, 9);
  });
});

const insertBrokenEvent = statement<{ id: string; ticketId: string; projectId: string; now: number }>(`
  insert into events (id, type, occurred_at, project_id, ticket_id, data)
  values (:id, 'comment.created', :now, :projectId, :ticketId, '{')`);
