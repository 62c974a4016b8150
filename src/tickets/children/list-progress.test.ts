import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('progress of tickets', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;

  before(async () => {
    world = await openWorld(engine);
    [ada, ben] = (await Promise.all(['Ada', 'Ben'].map((name) => world.person(name)))) as [Person, Person];
    await ada.post('/api/projects', { name: 'Open', key: 'OPEN' });
    await ada.post('/api/projects', { name: 'Closed', key: 'CLOSED' });
    await ada.post('/api/project/OPEN/members', { userId: ben.id, role: 'viewer' });
  });
  after(() => world.close());

  const create = async (more: object) =>
    (await ada.post('/api/tickets', { title: 'T', projectId: 'OPEN', ...more })).body.data;
  const progressOf = async (person: Person, ...ids: string[]) =>
    (await person.get(`/api/tickets/progress?ids=${ids.join(',')}`)).body.data;

  test('counts checklist items and the sub-tickets that one may read, without cancelled ones', async () => {
    const parent = await create({});
    for (const done of [true, false, false])
      await ada.post(`/api/tickets/${parent.id}/checklist`, { text: 'Item', done });
    await create({ parentId: parent.id, status: 'done' });
    await create({ parentId: parent.id, status: 'todo' });
    await create({ parentId: parent.id, status: 'cancelled' });
    await create({ parentId: parent.id, projectId: 'CLOSED' });
    const plain = await create({});
    const none = { done: 0, total: 0 };
    assert.deepEqual(await progressOf(ada, plain.id, parent.id), [
      { id: plain.id, checklist: none, children: none },
      { id: parent.id, checklist: { done: 1, total: 3 }, children: { done: 1, total: 3 } },
    ]);
    assert.deepEqual(
      await progressOf(ben, parent.id),
      [{ id: parent.id, checklist: { done: 1, total: 3 }, children: { done: 1, total: 2 } }],
      'not that of the other project',
    );
  });

  test('leaves out tickets that one may not read, and refuses what is no id', async () => {
    const secret = await create({ projectId: 'CLOSED' });
    assert.deepEqual(await progressOf(ben, secret.id), []);
    for (const ids of ['', 'OPEN-1', Array(101).fill(secret.id).join(',')])
      assert.equal((await ben.get(`/api/tickets/progress?ids=${ids}`)).status, 400, ids.slice(0, 50));
  });
});
