import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('tickets below a ticket', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
  });
  after(() => world.close());

  const newProject = async (person = ada, fields: object = {}) =>
    (await person.post('/api/projects', { name: 'Tree', key: `T${++count}`, ...fields })).body.data;
  const make = async (projectId: string, fields: object = {}, person = ada) =>
    (await person.post('/api/tickets', { title: 'Part', projectId, ...fields })).body.data;
  const read = async (id: string, person = ada) => (await person.get(`/api/tickets/${id}`)).body.data;
  const close = (id: string, body: object = {}) =>
    ada.put(`/api/tickets/${id}/status`, { status: 'done', ...body });

  test('a ticket counts its children and, separately, the tickets of all levels below it', async () => {
    const { id: projectId } = await newProject();
    const epic = await make(projectId, { type: 'EPIC' });
    const story = await make(projectId, { parentId: epic.id, estimate: 0.25 });
    await make(projectId, { parentId: epic.id, status: 'done', estimate: 2.5 });
    await make(projectId, { parentId: story.id, status: 'cancelled', estimate: 3 });
    const leaf = await make(projectId, { parentId: story.id });
    const deleted = await make(projectId, { parentId: story.id });
    await make(projectId, { parentId: deleted.id });
    await ada.delete(`/api/tickets/${deleted.id}`);
    const { children, descendants } = await read(epic.id);
    assert.deepEqual(children, {
      ...{ total: 2, open: 1, done: 1, cancelled: 0 },
      estimate: { total: 2.75, open: 0.25, done: 2.5 },
    });
    assert.deepEqual(descendants, {
      ...{ total: 4, open: 2, done: 1, cancelled: 1, isComplete: true },
      estimate: { total: 5.75, open: 0.25, done: 2.5 },
    });
    assert.deepEqual((await read(leaf.id)).children, {
      ...{ total: 0, open: 0, done: 0, cancelled: 0 },
      estimate: { total: 0, open: 0, done: 0 },
    });
  });

  test('children in projects that the reader may not see are neither counted nor named', async () => {
    const open = await newProject(ada, { visibility: 'public' });
    const hidden = await newProject();
    const epic = await make(open.id);
    await make(open.id, { parentId: epic.id });
    await make(hidden.id, { parentId: epic.id });
    await make(hidden.id, { parentId: epic.id, assigneeId: ben.id });
    assert.equal((await read(epic.id)).children.total, 3);
    assert.equal((await read(epic.id, ben)).children.total, 2, 'the assignee reads the third');
    await ada.post(`/api/project/${open.id}/members`, { userId: ben.id, role: 'member' });
    const { body } = await ben.put(`/api/tickets/${epic.id}`, { status: 'cancelled' });
    assert.deepEqual(body.error.details.openChildrenCount, ['2']);
  });

  test('closing a ticket over open children is refused with their names, unless forced', async () => {
    const { id: projectId } = await newProject();
    const epic = await make(projectId);
    const parts = [];
    for (let i = 0; i < 7; i++) {
      world.clock.advance(1);
      parts.push(await make(projectId, { parentId: epic.id }));
    }
    const { status, body } = await close(epic.id);
    assert.equal(status, 409);
    const named = parts.slice(0, 5).map(({ key }) => key);
    assert.equal(
      body.error.message,
      `The ticket has 7 open children: ${named.join(', ')} and 2 more. Close them first, or use force to close it anyway.`,
    );
    assert.deepEqual(body.error.details, { openChildren: named, openChildrenCount: ['7'] });
    assert.equal((await ada.put(`/api/tickets/${epic.id}`, { status: 'cancelled' })).status, 409);
    assert.equal((await ada.put(`/api/tickets/${epic.id}/rank`, { status: 'done' })).status, 409);
    assert.equal((await read(epic.id)).status, 'backlog');
    assert.equal((await ada.put(`/api/tickets/${epic.id}`, { status: 'in_review' })).status, 200);
    assert.equal((await close(epic.id, { force: true })).status, 200);
    assert.equal((await ada.put(`/api/tickets/${epic.id}`, { status: 'cancelled' })).status, 200);
    const placed = await ada.put(`/api/tickets/${epic.id}/rank`, { status: 'todo' });
    assert.equal(placed.status, 200);
    const forced = { status: 'done', position: 'first', force: true };
    assert.equal((await ada.put(`/api/tickets/${epic.id}/rank`, forced)).body.data.status, 'done');
  });

  test('a ticket closes without force once its children are closed, deleted or elsewhere', async () => {
    const { id: projectId } = await newProject();
    const epic = await make(projectId);
    const [done, deleted, moved] = [
      await make(projectId, { parentId: epic.id }),
      await make(projectId, { parentId: epic.id }),
      await make(projectId, { parentId: epic.id }),
    ];
    await close(done.id);
    await ada.delete(`/api/tickets/${deleted.id}`);
    assert.equal((await close(epic.id)).status, 409);
    await ada.put(`/api/tickets/${moved.id}`, { parentId: null });
    assert.equal((await close(epic.id)).status, 200);
  });

  test('a bulk request closes a parent together with its children, and is refused over others', async () => {
    const { id: projectId } = await newProject();
    const epic = await make(projectId);
    const child = await make(projectId, { parentId: epic.id });
    const entry = { id: epic.id, status: 'done' };
    const refused = await ada.post('/api/tickets/bulk', { tickets: [{ title: 'Other' }, entry] });
    assert.equal(refused.status, 409);
    assert.deepEqual(refused.body.error.details['tickets.1.openChildren'], [child.key]);
    assert.match(refused.body.error.details['tickets.1'][0], /1 open child: /);
    const both = await ada.post('/api/tickets/bulk', { tickets: [entry, { id: child.id, status: 'done' }] });
    assert.equal(both.status, 200);
    await ada.put(`/api/tickets/${child.id}`, { status: 'todo' });
    await ada.put(`/api/tickets/${epic.id}`, { status: 'todo' });
    const forced = await ada.post('/api/tickets/bulk', { tickets: [{ ...entry, force: true }] });
    assert.equal(forced.status, 200);
  });
});
