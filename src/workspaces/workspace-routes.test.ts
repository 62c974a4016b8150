import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

onEveryEngine('workspaces', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let cleo: Person;

  before(async () => {
    world = await openWorld(engine);
    [ada, ben, cleo] = (await Promise.all(['Ada', 'Ben', 'Cleo'].map((name) => world.person(name)))) as [
      Person,
      Person,
      Person,
    ];
  });
  after(() => world.close());

  const create = async (name: string) => (await ada.post('/api/workspaces', { name })).body.data;

  test('every account has a personal workspace, which cannot be deleted or left', async () => {
    const { data, pagination } = (await ben.get('/api/workspaces')).body;
    assert.deepEqual([pagination.total, data[0].kind, data[0].ownerId], [1, 'personal', ben.id]);
    assert.equal((await ben.delete(`/api/workspaces/${data[0].id}`)).status, 409);
    assert.equal((await ben.delete(`/api/workspaces/${data[0].id}/members/me`)).status, 400);
  });

  test('an owner creates, renames and deletes a shared workspace', async () => {
    const workspace = await create(' Platform ');
    assert.deepEqual([workspace.name, workspace.kind], ['Platform', 'shared']);
    assert.equal((await ada.put(`/api/workspaces/${workspace.id}`, { name: 'Core' })).body.data.name, 'Core');
    assert.equal((await ada.get(`/api/workspaces/${workspace.id}`)).body.data.name, 'Core');
    assert.equal((await ada.delete(`/api/workspaces/${workspace.id}`)).status, 200);
    assert.equal((await ada.get(`/api/workspaces/${workspace.id}`)).status, 404);
    assert.deepEqual(Object.keys((await ada.post('/api/workspaces', {})).body.error.details), ['name']);
  });

  test('a workspace with projects or tickets cannot be deleted', async () => {
    const workspace = await create('Full');
    const project = (await ada.post('/api/projects', { name: 'Inside', workspaceId: workspace.id })).body
      .data;
    assert.equal((await ada.delete(`/api/workspaces/${workspace.id}`)).status, 409);
    const [own] = (await ada.get('/api/workspaces')).body.data;
    await ada.put(`/api/project/${project.id}`, { workspaceId: own.id });
    const ticket = (await ada.post('/api/tickets', { title: 'Loose', workspaceId: workspace.id })).body.data;
    assert.equal((await ada.delete(`/api/workspaces/${workspace.id}`)).status, 409);
    await ada.put(`/api/tickets/${ticket.id}`, { projectId: project.id });
    assert.equal((await ada.delete(`/api/workspaces/${workspace.id}`)).status, 200);
  });

  test('admins of a workspace add members, owners add owners, and others cannot see it', async () => {
    const { id } = await create('Team');
    const members = `/api/workspaces/${id}/members`;
    assert.equal((await ben.get(members)).status, 403);
    assert.equal((await ben.post(members, { role: 'nonsense' })).status, 403);
    assert.equal((await ada.post(members, { userId: ben.id, role: 'admin' })).status, 201);
    assert.equal((await ben.post(members, { userId: cleo.id })).body.data.role, 'member');
    assert.equal((await ben.post(members, { userId: cleo.id, role: 'owner' })).status, 403);
    assert.equal((await cleo.post(members, { userId: cleo.id, role: 'admin' })).status, 403);
    assert.equal((await cleo.put(`/api/workspaces/${id}`, { name: 'Mine' })).status, 403);
    assert.equal((await ben.delete(`/api/workspaces/${id}`)).status, 403);
    assert.equal((await ben.delete(`${members}/${ada.id}`)).status, 403);
    assert.equal((await cleo.get(members)).body.pagination.total, 3);
    assert.equal((await ada.delete(`${members}/me`)).status, 400);
    assert.equal((await ada.post(members, { userId: ben.id, role: 'owner' })).status, 200);
    assert.equal((await ada.delete(`${members}/me`)).status, 200);
    assert.equal((await ada.get(members)).status, 403);
    assert.deepEqual(Object.keys((await ben.post(members, { userId: 'nobody' })).body.error.details), [
      'userId',
    ]);
    assert.equal((await ben.delete(`${members}/${ada.id}`)).status, 404);
  });
});
