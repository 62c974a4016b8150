import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

onEveryEngine('agents', (engine) => {
  let world: World;
  let ada: Person;
  let bob: Person;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    [ada, bob] = [await world.person('Ada'), await world.person('Bob')];
  });
  after(() => world.close());

  const newAgent = async (owner = ada) => (await owner.post('/api/agents', { name: 'Fixer' })).body.data;
  const keyFor = async (agent: { id: string }, fields: object = {}, owner = ada) => {
    const { key } = (await owner.post(`/api/agents/${agent.id}/api-keys`, { name: 'k', ...fields })).body
      .data;
    return world.caller({ authorization: `Bearer ${key}` });
  };
  const newProject = async () =>
    (await ada.post('/api/projects', { name: 'Work', key: `W${++count}` })).body.data.id as string;

  test('an agent acts as its own user and reaches only projects it was added to', async () => {
    const agent = await newAgent();
    assert.deepEqual([agent.owner.id, agent.active, agent.name], [ada.id, true, 'Fixer']);
    const projectId = await newProject();
    const key = await keyFor(agent);
    assert.equal((await key.get(`/api/project/${projectId}`)).status, 403, 'not a member yet');
    await ada.post(`/api/project/${projectId}/members`, { userId: agent.id, role: 'member' });
    const ticket = (await key.post('/api/tickets', { title: 'Found', projectId })).body.data;
    assert.equal(ticket.reporter.id, agent.id);
    const event = (await world.events()).find(({ ticketId }) => ticketId === ticket.id);
    assert.equal(event?.actorId, agent.id);
  });

  test('an agent’s API key is limited to its scopes and projects and cannot manage agents', async () => {
    const agent = await newAgent();
    const [mine, other] = [await newProject(), await newProject()];
    for (const projectId of [mine, other])
      await ada.post(`/api/project/${projectId}/members`, { userId: agent.id, role: 'member' });
    const reader = await keyFor(agent, { scopes: ['read'], projectIds: [mine] });
    assert.equal((await reader.get(`/api/project/${mine}`)).status, 200);
    assert.equal((await reader.get(`/api/project/${other}`)).status, 403);
    assert.equal((await reader.post('/api/tickets', { title: 'No', projectId: mine })).status, 403);
    const all = await keyFor(agent);
    assert.equal((await all.post('/api/agents', { name: 'Child' })).status, 403);
    assert.equal((await all.post(`/api/agents/${agent.id}/api-keys`, { name: 'more' })).status, 403);
    const bad = await ada.post(`/api/agents/${agent.id}/api-keys`, { name: 'k', projectIds: ['NOPE'] });
    assert.deepEqual([bad.status, Object.keys(bad.body.error.details)], [400, ['projectIds']]);
    const empty = await ada.post(`/api/agents/${agent.id}/api-keys`, { name: 'k', projectIds: [] });
    assert.equal(empty.status, 400);
  });

  test('only the owner and administrators can manage an agent', async () => {
    const agent = await newAgent();
    const root = await world.person('Root', 'ADMIN');
    for (const [person, status] of [
      [bob, 403],
      [root, 200],
      [ada, 200],
    ] as const) {
      assert.equal((await person.get(`/api/agents/${agent.id}`)).status, status);
      assert.equal((await person.put(`/api/agents/${agent.id}`, { name: 'Tester' })).status, status);
      assert.equal((await person.get(`/api/agents/${agent.id}/api-keys`)).status, status);
    }
    const ids = async (person: Person) =>
      (await person.get('/api/agents?limit=100')).body.data.map(({ id }: { id: string }) => id);
    assert.deepEqual(
      [(await ids(bob)).includes(agent.id), (await ids(root)).includes(agent.id)],
      [false, true],
    );
    const viewer = await world.person('Vera', 'VIEWER');
    assert.equal((await viewer.post('/api/agents', { name: 'No' })).status, 403);
  });

  test('disabling an agent revokes its API keys for good', async () => {
    const agent = await newAgent();
    const key = await keyFor(agent);
    assert.equal((await key.get('/api/tickets')).status, 200);
    assert.equal((await ada.delete(`/api/agents/${agent.id}`)).status, 200);
    assert.equal((await key.get('/api/tickets')).status, 401);
    assert.equal((await ada.post(`/api/agents/${agent.id}/api-keys`, { name: 'k' })).status, 409);
    assert.equal((await ada.put(`/api/agents/${agent.id}`, { active: true })).body.data.active, true);
    assert.equal((await key.get('/api/tickets')).status, 401, 'the old key is gone');
    const fresh = (await ada.post(`/api/agents/${agent.id}/api-keys`, { name: 'k' })).body.data;
    assert.equal((await ada.delete(`/api/agents/${agent.id}/api-keys/${fresh.id}`)).status, 200);
    assert.equal((await ada.delete(`/api/agents/${agent.id}/api-keys/${fresh.id}`)).status, 404);
  });

  test('an agent has no more rights than its owner', async () => {
    const owner = await world.person('Dora');
    const agent = await newAgent(owner);
    const key = await keyFor(agent, {}, owner);
    assert.equal((await key.post('/api/tickets', { title: 'Mine' })).status, 201);
    await world.db.transaction((tx) =>
      tx.run({ text: "update users set role = 'VIEWER' where id = :id" }, { id: owner.id }),
    );
    assert.equal((await key.post('/api/tickets', { title: 'No more' })).status, 403);
    await world.db.transaction((tx) =>
      tx.run({ text: 'update users set active = 0 where id = :id' }, { id: owner.id }),
    );
    assert.equal((await key.get('/api/tickets')).status, 401);
  });
});
