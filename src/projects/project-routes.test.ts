import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

onEveryEngine('projects', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
  });
  after(() => world.close());

  const create = async (fields: object, person = ada) =>
    (await person.post('/api/projects', fields)).body.data;

  test('a new project is private, active and owned by its creator', async () => {
    const { status, body } = await ada.post('/api/projects', {
      name: ' Payments ',
      description: 'Money',
      key: 'Pay',
    });
    assert.equal(status, 201);
    const { data } = body;
    assert.deepEqual(
      [data.name, data.key, data.status, data.visibility],
      ['Payments', 'Pay', 'active', 'private'],
    );
    assert.deepEqual([data.ownerId, data.owner.name], [ada.id, 'Ada']);
    assert.deepEqual(data._count, { tickets: 0, members: 1 });
    assert.deepEqual(
      data.members.map((member: { id: string; role: string }) => [member.id, member.role]),
      [[ada.id, 'owner']],
    );
  });

  test('a project needs a name and a unique key, and each problem is reported by field', async () => {
    await create({ name: 'First', key: 'Taken' });
    assert.deepEqual((await ada.post('/api/projects', {})).body.error.details, {
      name: ['Name is required'],
    });
    for (const key of ['Taken', 'TAKEN', 'taken']) {
      const { status, body } = await ben.post('/api/projects', { name: 'Second', key });
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['key']]);
    }
    const mine = await create({ name: 'Mine' });
    for (const { body } of [
      await ben.post('/api/projects', { key: 'Taken', workspaceId: 'nowhere' }),
      await ben.post('/api/projects', { name: 'Second', key: 'Taken', workspaceId: 'nowhere' }),
      await ada.put(`/api/project/${mine.id}`, { name: '', key: 'Taken' }),
    ]) {
      assert.ok(body.error.details.key && (body.error.details.name || body.error.details.workspaceId));
    }
    const own = await ada.put(`/api/project/${mine.id}`, { name: '', key: mine.key });
    assert.deepEqual(Object.keys(own.body.error.details), ['name']);
    for (const key of ['', 'with space', 'x'.repeat(65), 'a/b']) {
      const { status } = await ada.post('/api/projects', { name: 'Odd', key });
      assert.equal(status, 400, key);
    }
  });

  test('a project without a key gets a unique one from its name', async () => {
    const keys = [];
    for (const name of ['Data Base', 'Data Base', 'Docket', '日本語'])
      keys.push((await create({ name })).key);
    assert.deepEqual(keys, ['DB', 'DB2', 'DOCK', 'PRJ']);
  });

  test('a project is found by id and key under /api/project and /api/projects', async () => {
    const project = await create({ name: 'Refs', key: 'REFS' });
    for (const path of [`project/${project.id}`, 'project/refs', 'projects/REFS', 'projects/REFS/']) {
      assert.equal((await ada.get(`/api/${path}`)).body.data.id, project.id, path);
    }
    assert.equal((await ada.get('/api/projects/REFS/members')).status, 200);
    const missing = await ada.get('/api/project/none');
    assert.deepEqual([missing.status, missing.body.error.message], [404, 'Project not found']);
  });

  test('an update keeps absent fields, clears with null and changes the key of every ticket', async () => {
    const project = await create({ name: 'Edit', key: 'EDIT', description: 'Old' });
    const ticket = (await ada.post('/api/tickets', { title: 'T', projectId: 'EDIT' })).body.data;
    const { data } = (
      await ada.put('/api/project/EDIT', { key: 'Fresh', description: null, visibility: 'public' })
    ).body;
    assert.deepEqual(
      [data.name, data.key, data.visibility, 'description' in data],
      ['Edit', 'Fresh', 'public', false],
    );
    assert.ok(data.updatedAt > project.updatedAt);
    assert.equal((await ada.get('/api/tickets/EDIT-1')).body.data.key, 'Fresh-1');
    assert.equal((await ada.get('/api/tickets/fresh-1')).body.data.id, ticket.id);
    const again = await ben.post('/api/projects', { name: 'Thief', key: 'edit' });
    assert.deepEqual(Object.keys(again.body.error.details), ['key']);
    assert.equal((await ada.put('/api/project/fresh', { key: 'EDIT' })).body.data.key, 'EDIT');
    const same = await ada.put('/api/project/EDIT', (await ada.get('/api/project/EDIT')).body.data);
    assert.equal(same.status, 200);
    await ada.put('/api/project/EDIT', { visibility: 'private' });
  });

  test('the status changes between active and archived, and only DELETE sets deleted', async () => {
    await create({ name: 'Life', key: 'LIFE' });
    assert.equal((await ada.put('/api/project/LIFE', { status: 'archived' })).body.data.status, 'archived');
    const refused = await ada.put('/api/project/LIFE', { status: 'deleted' });
    assert.deepEqual(Object.keys(refused.body.error.details), ['status']);
  });

  test('a deleted project and its tickets are unreachable until its owner restores it', async () => {
    const project = await create({ name: 'Doomed', key: 'DOOM' });
    await ada.put('/api/project/DOOM', { status: 'archived' });
    const ticket = (
      await ada.post('/api/tickets', { title: 'Doomed too', projectId: 'DOOM', assigneeId: ben.id })
    ).body.data;
    assert.equal((await ada.delete('/api/project/DOOM')).body.data.status, 'deleted');
    for (const url of ['/api/project/DOOM', '/api/project/DOOM/members', `/api/tickets/${ticket.id}`]) {
      assert.equal((await ada.get(url)).status, 404, url);
    }
    for (const person of [ada, ben]) {
      assert.equal((await person.get('/api/tickets?search=doomed')).body.pagination.total, 0);
      assert.equal((await person.get('/api/tickets?assignee=me')).body.pagination.total, 0);
    }
    assert.equal((await ada.get('/api/projects?search=doomed')).body.pagination.total, 0);
    assert.equal((await ada.get('/api/projects?search=doomed&status=deleted')).body.pagination.total, 1);
    const taken = await ben.post('/api/projects', { name: 'Squatter', key: 'doom' });
    assert.equal(taken.status, 400);
    const restored = await ada.post(`/api/project/${project.id}/restore`);
    assert.equal(restored.body.data.status, 'archived');
    assert.equal((await ben.get(`/api/tickets/${ticket.id}`)).status, 200);
  });

  test('the list of projects filters, searches, sorts and pages', async () => {
    const eve = await world.person('Eve');
    for (const [index, name] of ['beta', 'Alpha', 'gamma'].entries()) {
      world.clock.advance(1000);
      await eve.post('/api/projects', { name, key: `LIST${index}`, description: `Number ${index}` });
    }
    const names = async (query: string) =>
      (await eve.get(`/api/projects${query}`)).body.data.map((project: { name: string }) => project.name);
    assert.deepEqual(await names(''), ['gamma', 'Alpha', 'beta']);
    assert.deepEqual(await names('?sort=name&order=asc'), ['Alpha', 'beta', 'gamma']);
    assert.deepEqual(await names('?sort=createdAt&order=asc&limit=2'), ['beta', 'Alpha']);
    assert.deepEqual(await names('?search=number%201'), ['Alpha']);
    assert.deepEqual(await names('?search=list2'), ['gamma']);
    assert.deepEqual(await names('?status=archived'), []);
    assert.deepEqual(await names('?workspace=none'), []);
    assert.equal((await eve.get('/api/projects?status=open')).status, 400);
    assert.deepEqual(
      (await eve.get('/api/project/search?q=BETA')).body.data.map((project: { key: string }) => project.key),
      ['LIST0'],
    );
    const second = (await eve.get('/api/project/search?q=number&limit=2&page=2')).body;
    assert.deepEqual([second.data.length, second.data[0].name], [1, 'beta']);
    assert.deepEqual(second.pagination, { page: 2, limit: 2, total: 3, totalPages: 2, nextCursor: null });
    for (const url of ['/api/project/search', '/api/project/search?q=%20']) {
      assert.deepEqual(Object.keys((await eve.get(url)).body.error.details), ['q']);
    }
  });

  test('adding a member again changes the role, and the last owner cannot leave', async () => {
    const project = await create({ name: 'Team', key: 'TEAM' });
    const members = `/api/project/${project.id}/members`;
    const added = await ada.post(members, { userId: ben.id, role: 'viewer' });
    assert.deepEqual([added.status, added.body.data.role, added.body.data.id], [201, 'viewer', ben.id]);
    assert.equal('image' in added.body.data, false);
    const [beside] = (await ada.get(`/api/project/${project.id}`)).body.data.members;
    assert.equal(beside.image, null);
    assert.equal((await ada.post(members, { userId: ben.id, role: 'admin' })).body.data.role, 'admin');
    assert.equal((await ada.get(members)).body.pagination.total, 2);
    const unknown = await ada.post(members, { userId: 'nobody', role: 'member' });
    assert.deepEqual(Object.keys(unknown.body.error.details), ['userId']);
    assert.equal((await ada.delete(`${members}/me`)).status, 400);
    assert.equal((await ada.post(members, { userId: ada.id, role: 'member' })).status, 400);
    await ada.post(members, { userId: ben.id, role: 'owner' });
    assert.deepEqual((await ada.delete(`${members}/${ada.id}`)).body.data, { id: ada.id, deleted: true });
    assert.equal((await ben.get(`/api/project/${project.id}`)).body.data.ownerId, ben.id);
    assert.equal((await ben.delete(`${members}/${ada.id}`)).status, 404);
  });
});
