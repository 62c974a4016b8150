import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newAgent, type TestAgent } from '../../../test/support/agents.ts';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { hourMs } from '../../platform/clock.ts';
import { lockTicketRows } from '../../tickets/index.ts';
import { expireLeases } from '../working/expire-leases.ts';

onEveryEngine('tasks that move their tickets', (engine) => {
  let world: World;
  let ada: Person;
  let pilot: TestAgent;
  let projectId: string;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', AGENT_TASKS_PER_HOUR: '1000' });
    ada = await world.person('Ada');
    projectId = (await ada.post('/api/projects', { name: 'Work', key: 'WRK' })).body.data.id;
    pilot = await newAgent(world, ada, 'Pilot', projectId);
  });
  after(() => world.close());

  const newTicket = async (more: object = {}) =>
    (await ada.post('/api/tickets', { title: 'Broken', projectId, status: 'todo', ...more })).body.data as {
      id: string;
    };
  const statusOf = async ({ id }: { id: string }) => (await ada.get(`/api/tickets/${id}`)).body.data.status;
  const setStatus = ({ id }: { id: string }, status: string) =>
    ada.put(`/api/tickets/${id}/status`, { status });
  const claimOn = async (ticket: { id: string }, more: object = {}) => {
    const kind = `k${++count}`;
    const fields = { ticketId: ticket.id, title: 'T', instructions: 'Do it.', kind, ...more };
    await ada.post('/v1/agent-tasks', fields);
    const { body } = await pilot.post('/v1/agent-tasks/claim', { workerId: 'w', kinds: [kind] });
    return { ...body.data, epoch: body.data.lease.epoch as number } as {
      id: string;
      epoch: number;
      ticket: { status: string };
    };
  };
  const end = ({ id, epoch }: { id: string; epoch: number }, how: string, more: object = {}) =>
    pilot.post(`/v1/agent-tasks/${id}/${how}`, { epoch, ...more });
  const fail = (task: { id: string; epoch: number }) => end(task, 'fail', { error: 'No', retryable: false });

  test('a claim moves the ticket to in_progress and the completion to in_review, in the name of the agent', async () => {
    for (const status of ['backlog', 'todo']) {
      const ticket = await newTicket({ status });
      const task = await claimOn(ticket);
      assert.equal(task.ticket.status, 'in_progress');
      assert.equal(await statusOf(ticket), 'in_progress');
      const completed = await end(task, 'complete');
      assert.equal(completed.body.data.ticket.status, 'in_review');
      assert.equal(await statusOf(ticket), 'in_review');
      const moves = (await world.events()).filter(
        (event) => event.type === 'ticket.status_changed' && event.ticketId === ticket.id,
      );
      assert.deepEqual(
        moves.map(({ actorId }) => actorId),
        [pilot.id, pilot.id],
      );
    }
  });

  test('tickets in other statuses, and projects without the setting, are left alone', async () => {
    for (const status of ['in_review', 'done', 'cancelled']) {
      const ticket = await newTicket({ status });
      await end(await claimOn(ticket), 'complete');
      assert.equal(await statusOf(ticket), status);
    }
    await ada.put(`/api/project/${projectId}`, { automation: { moveWithTasks: false } });
    const ticket = await newTicket();
    const task = await claimOn(ticket);
    await ada.put(`/api/project/${projectId}`, { automation: { moveWithTasks: true } });
    assert.equal(await statusOf(ticket), 'todo');
    await end(task, 'complete');
    assert.equal(await statusOf(ticket), 'todo', 'complete moves only what is in progress');
  });

  test('a failure for good moves the ticket back, an attempt that is retried does not', async () => {
    const ticket = await newTicket({ status: 'backlog' });
    const task = await claimOn(ticket);
    await end(task, 'fail', { error: 'Once more' });
    assert.equal(await statusOf(ticket), 'in_progress');
    world.clock.advance(hourMs);
    const { body } = await pilot.post('/v1/agent-tasks/claim', { workerId: 'w', kinds: [`k${count}`] });
    await fail({ id: task.id, epoch: body.data.lease.epoch });
    assert.equal(await statusOf(ticket), 'backlog');
    const last = (await world.events()).filter(({ type }) => type === 'ticket.status_changed').at(-1);
    assert.equal(last?.actorId, null, 'Docket moves it back');
  });

  test('a lease that expires in the last attempt moves the ticket back', async () => {
    const ticket = await newTicket();
    const task = await claimOn(ticket, { maxAttempts: 1 });
    world.clock.advance(hourMs);
    await expireLeases(world.db, world.clock.now());
    assert.equal((await ada.get(`/v1/agent-tasks/${task.id}`)).body.data.state, 'timed_out');
    assert.equal(await statusOf(ticket), 'todo');
  });

  test('moves by people win', async () => {
    const elsewhere = await newTicket();
    const first = await claimOn(elsewhere);
    await setStatus(elsewhere, 'done');
    await fail(first);
    assert.equal(await statusOf(elsewhere), 'done');

    const backAgain = await newTicket();
    const second = await claimOn(backAgain);
    await setStatus(backAgain, 'todo');
    await setStatus(backAgain, 'in_progress');
    await fail(second);
    assert.equal(await statusOf(backAgain), 'in_progress', 'a person put it there');

    const taken = await newTicket();
    const third = await claimOn(taken);
    await setStatus(taken, 'todo');
    await end(third, 'complete');
    assert.equal(await statusOf(taken), 'todo');
  });

  test('a ticket with two running tasks moves when the last one ends', async () => {
    const ticket = await newTicket();
    const tasks = [await claimOn(ticket), await claimOn(ticket)] as const;
    await fail(tasks[0]);
    assert.equal(await statusOf(ticket), 'in_progress');
    await end(tasks[1], 'complete');
    assert.equal(await statusOf(ticket), 'in_review');
  });

  test('a move that the workflow does not allow is left out, and the claim succeeds', async () => {
    const { id } = (await ada.post('/api/projects', { name: 'Strict', key: 'STR' })).body.data;
    const bot = await newAgent(world, ada, 'Bot', id);
    await ada.put('/api/project/STR/workflow', { transitions: { todo: ['done'] } });
    const ticket = await newTicket({ projectId: id });
    const claim = async () => {
      const fields = { ticketId: ticket.id, title: 'T', instructions: 'Do it.', kind: `k${++count}` };
      await ada.post('/v1/agent-tasks', fields);
      return bot.post('/v1/agent-tasks/claim', { workerId: 'w', kinds: [`k${count}`] });
    };
    assert.equal((await claim()).status, 200);
    assert.equal(await statusOf(ticket), 'todo');
    await ada.put('/api/project/STR/workflow', { transitions: { todo: ['done'] }, exempt: ['agents'] });
    await claim();
    assert.equal(await statusOf(ticket), 'in_progress');
  });

  test('a claim does not wait for a ticket that another transaction holds, and moves it afterwards', {
    skip: engine === 'sqlite' && 'SQLite has one writer',
  }, async () => {
    const ticket = await newTicket();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: setLocked } = Promise.withResolvers<void>();
    const holding = world.db.transaction(async (tx) => {
      await lockTicketRows(tx, [ticket.id]);
      setLocked();
      await isReleased;
    });
    await isLocked;
    const fields = { projectId, title: 'T', instructions: 'Do it.', kind: `k${++count}` };
    const { id } = (await ada.post('/v1/agent-tasks', fields)).body.data;
    // The foreign key makes the insert of a task of the ticket wait, but not this.
    await world.db.transaction((tx) =>
      tx
        .run({ text: 'set local session_replication_role = replica' }, {})
        .then(() =>
          tx.run(
            { text: 'update agent_tasks set ticket_id = :ticketId where id = :id' },
            { id, ticketId: ticket.id },
          ),
        ),
    );
    const claiming = pilot.post('/v1/agent-tasks/claim', { workerId: 'w', kinds: [`k${count}`] });
    const stateOf = async () => (await ada.get(`/v1/agent-tasks/${id}`)).body.data.state;
    while ((await stateOf()) !== 'in_progress');
    assert.equal(await statusOf(ticket), 'todo');
    release();
    await holding;
    const claimed = await claiming;
    assert.equal(claimed.body.data.ticket.status, 'in_progress');
    assert.equal(await statusOf(ticket), 'in_progress');
  });

  test('claims and changes of the same ticket at the same moment both succeed', async () => {
    for (let round = 0; round < 6; round++) {
      const ticket = await newTicket();
      const blocker = await newTicket();
      const [task, related, edited] = await Promise.all([
        claimOn(ticket),
        ada.post(`/api/tickets/${blocker.id}/relations`, { kind: 'relates', ticketId: ticket.id }),
        ada.put(`/api/tickets/${ticket.id}`, { title: 'Another' }),
      ]);
      assert.deepEqual([related.status, edited.status], [201, 200]);
      assert.equal(await statusOf(ticket), 'in_progress', task.id);
    }
  });
});
