import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { type Caller, openWorld, type Person, type World } from '../../../test/support/world.ts';

/** An agent, even as an admin of a project, does not lift what limits agents. */
onEveryEngine('agents and their limits', (engine) => {
  let world: World;
  let ada: Person;
  let pilot: Caller & { id: string };
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    const { id } = (await ada.post('/api/agents', { name: 'Pilot' })).body.data;
    const fields = { name: 'k', scopes: ['read', 'write', 'agent'] };
    const { key } = (await ada.post(`/api/agents/${id}/api-keys`, fields)).body.data;
    pilot = { id, ...world.caller({ authorization: `Bearer ${key}` }) };
  });
  after(() => world.close());

  const newProject = async (role: 'member' | 'admin', limits: object) => {
    const key = `L${++count}`;
    await ada.post('/api/projects', { name: key, key });
    await ada.post(`/api/project/${key}/members`, { userId: pilot.id, role });
    await ada.put(`/api/project/${key}/agent-limits`, limits);
    return key;
  };
  const create = async (caller: Caller, projectId: string, more: object = {}) =>
    (
      await caller.post('/v1/agent-tasks', {
        title: 'Work',
        instructions: 'Do it.',
        projectId,
        agentId: pilot.id,
        ...more,
      })
    ).body.data;
  const claim = async (projectId: string) =>
    (await pilot.post('/v1/agent-tasks/claim', { workerId: 'w', projectId })).body.data;
  const act = (caller: Caller, { id }: { id: string }, action: string, body: object = {}) =>
    caller.post(`/v1/agent-tasks/${id}/${action}`, body);

  test('an agent that is an admin changes no limits and unholds no task', async () => {
    const key = await newProject('admin', { chainDepth: 0 });
    const limits = { chainDepth: 50, budget: { amount: 1_000_000, currency: 'EUR' } };
    assert.equal((await pilot.put(`/api/project/${key}/agent-limits`, limits)).status, 403);
    await create(ada, key);
    await claim(key);
    const held = await create(pilot, key);
    assert.equal(held.hold, 'chain');
    assert.equal((await act(pilot, held, 'unhold')).status, 403);
    assert.equal((await act(ada, held, 'unhold')).body.data.hold, undefined);
  });

  test('a program that works with the key of a person continues the chain, the person does not', async () => {
    const key = await newProject('member', { chainDepth: 1 });
    const { key: secret } = (await ada.post('/api/user/api-keys', { name: 'worker' })).body.data;
    const program = world.caller({ authorization: `Bearer ${secret}` });
    const open = { agentId: undefined };
    const claimAsProgram = async () =>
      (await program.post('/v1/agent-tasks/claim', { workerId: 'w', projectId: key })).body.data;
    assert.equal((await create(program, key, open)).cause.depth, 0, 'it holds no lease yet');
    await claimAsProgram();
    assert.deepEqual((await create(program, key, open)).cause, { event: 'manual', userId: ada.id, depth: 1 });
    assert.equal((await create(ada, key, { kind: 'person' })).cause.depth, 0);
    await claimAsProgram();
    assert.equal((await create(program, key, open)).hold, 'chain');
  });

  test('cancelling and retrying a held task leaves it held', async () => {
    const key = await newProject('member', { chainDepth: 0 });
    await create(ada, key);
    await claim(key);
    const held = await create(pilot, key);
    await act(pilot, held, 'cancel');
    const retried = (await act(pilot, held, 'retry')).body.data;
    assert.deepEqual([retried.state, retried.hold], ['queued', 'chain']);
    assert.equal(await claim(key), undefined);
    await act(ada, held, 'cancel');
    assert.equal((await act(ada, held, 'retry')).body.data.hold, 'chain');
    await act(ada, held, 'unhold');
    assert.equal((await claim(key)).id, held.id);
  });

  test('each retry by an agent counts towards the caps, that of a person does not', async () => {
    const key = await newProject('member', { tasksPerTicketPerDay: 2 });
    const ticket = (await ada.post('/api/tickets', { title: 'T', projectId: key })).body.data;
    const fields = { ticketId: ticket.id, maxAttempts: 1 };
    const [first, second] = [await create(ada, key, fields), await create(ada, key, fields)];
    const fail = async () => {
      const task = await claim(key);
      await act(pilot, task, 'fail', { epoch: task.lease.epoch, error: 'No' });
      return task;
    };
    const failed = [await fail(), await fail()];
    assert.deepEqual(failed.map(({ id }) => id).sort(), [first.id, second.id].sort());
    assert.equal((await act(ada, first, 'retry')).body.data.hold, undefined);
    await fail();
    await ada.put(`/api/project/${key}/agent-limits`, { tasksPerHour: 2 });
    assert.equal((await act(pilot, first, 'retry')).body.data.hold, 'hour');
  });
});
