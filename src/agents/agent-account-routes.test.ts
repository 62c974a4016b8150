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

  test('an agent cannot open a project to more people, and everything else of it stays changeable', async () => {
    const agent = await newAgent();
    const key = await keyFor(agent);
    const projectId = await newProject();
    const path = `/api/project/${projectId}`;
    await ada.post(`${path}/members`, { userId: agent.id, role: 'admin' });
    const assertRefused = async (body: object) => {
      const refused = await key.put(path, body);
      assert.deepEqual(
        [refused.status, refused.body.error.code, refused.body.error.message],
        [403, 'FORBIDDEN', 'Only admins and owners of the project who are people can open it to more people'],
      );
    };
    await assertRefused({ visibility: 'public', name: 'Renamed' });
    assert.deepEqual(
      await ada.get(path).then(({ body: { data } }) => [data.visibility, data.name]),
      ['private', 'Work'],
      'nothing of a refused change is stored',
    );
    assert.equal((await bob.get(path)).status, 403);

    const team = (await ada.post('/api/workspaces', { name: 'Team' })).body.data.id;
    await ada.post(`/api/workspaces/${team}/members`, { userId: agent.id, role: 'admin' });
    const own = (await key.get('/api/workspaces')).body.data;
    const personal = own.find(({ kind }: { kind: string }) => kind === 'personal').id;
    await ada.put(path, { visibility: 'public', workspaceId: team });
    assert.equal((await bob.get(path)).status, 403, 'open to the members of the workspace alone');
    await assertRefused({ workspaceId: personal });
    assert.equal((await bob.get(path)).status, 403);

    const same = (await key.get(path)).body.data;
    assert.equal((await key.put(path, { ...same, name: 'Renamed' })).body.data.name, 'Renamed');
    assert.equal((await key.put(path, { visibility: 'private' })).body.data.visibility, 'private');
    assert.equal((await key.put(path, { workspaceId: personal })).status, 200, 'a private one may move');
    assert.equal((await ada.put(path, { visibility: 'public' })).status, 200);
  });

  test('an agent cannot open a ticket to somebody by assigning it', async () => {
    const agent = await newAgent();
    const key = await keyFor(agent);
    const projectId = await newProject();
    await ada.post(`/api/project/${projectId}/members`, { userId: agent.id, role: 'member' });
    const { id } = (await ada.post('/api/tickets', { title: 'Secret', projectId })).body.data;
    const assertRefused = async (answer: ReturnType<typeof key.put>) => {
      const { status, body } = await answer;
      const sentence = 'Only people can assign a ticket to somebody who cannot read it otherwise';
      assert.deepEqual([status, body.error.message], [403, sentence]);
    };
    await assertRefused(key.put(`/api/tickets/${id}/assignee`, { assigneeId: bob.id }));
    await assertRefused(key.put(`/api/tickets/${id}`, { assigneeId: bob.id, title: 'Open' }));
    await assertRefused(key.post('/api/tickets/bulk', { tickets: [{ id, assigneeId: bob.id }] }));
    await assertRefused(key.post('/api/tickets', { title: 'New', projectId, assigneeId: bob.id }));
    assert.equal((await bob.get(`/api/tickets/${id}`)).status, 403);

    for (const assigneeId of ['me', ada.id, null])
      assert.equal((await key.put(`/api/tickets/${id}/assignee`, { assigneeId })).status, 200);
    assert.equal((await ada.put(`/api/tickets/${id}/assignee`, { assigneeId: bob.id })).status, 200);
    assert.equal((await key.put(`/api/tickets/${id}`, { title: 'Still of Bob' })).status, 200);
    await key.put(`/api/tickets/${id}/assignee`, { assigneeId: 'me' });
    await ada.put(`/api/project/${projectId}`, { visibility: 'public' });
    assert.equal((await key.put(`/api/tickets/${id}/assignee`, { assigneeId: bob.id })).status, 200);
  });

  test('an agent cannot open a project to tickets of strangers', async () => {
    const agent = await newAgent();
    const key = await keyFor(agent);
    const path = `/api/project/${await newProject()}`;
    await ada.post(`${path}/members`, { userId: agent.id, role: 'admin' });
    const { url } = (await ada.put(`${path}/intake-channels/form`, {})).body.data;
    assert.equal((await key.put(`${path}/intake-channels/form`, {})).status, 403);
    assert.equal((await key.get(`${path}/intake-channels`)).status, 403);
    assert.equal((await key.delete(`${path}/intake-channels/form`)).status, 403);
    const [channel] = (await ada.get(`${path}/intake-channels`)).body.data;
    assert.equal(channel.url, url, 'the address that people gave out is still that of the form');
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
