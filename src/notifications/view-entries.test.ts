import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { notifyAll } from '../../test/support/notifying.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { subscriptionsMax } from '../views/view.ts';

interface Listed {
  kind: string;
  message: string;
  view?: { id: string; name: string };
}

onEveryEngine('subscriptions to views', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    [ada, ben] = (await Promise.all(['Ada', 'Ben'].map((name) => world.person(name)))) as [Person, Person];
  });
  after(() => world.close());

  /** A project of Ada's with Ben, who is subscribed to a view of its tickets. */
  async function subscribed(query: object) {
    const key = `S${++count}`;
    const project = (await ada.post('/api/projects', { name: key, key })).body.data;
    await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'member' });
    const fields = { name: `View ${key}`, scope: 'project', projectId: project.id, query };
    const view = (await ada.post('/api/views', fields)).body.data;
    const answer = await ben.put(`/api/views/${view.id}/subscription`);
    assert.equal(answer.body.data.isSubscribed, true);
    const create = async (more: object = {}) =>
      (await ada.post('/api/tickets', { title: 'Rate', projectId: key, ...more })).body.data;
    return { key, view, create };
  }
  const entriesOf = async (person: Person): Promise<Listed[]> => {
    await notifyAll(world);
    const { data } = (await person.get('/api/user/notifications?limit=100')).body;
    return data.filter(({ kind }: Listed) => kind === 'view_entry');
  };
  const entryCount = async () => (await entriesOf(ben)).length;

  test('a ticket that is created in a view or changed into it notifies who subscribed, once', async () => {
    const before = await entryCount();
    const { key, view, create } = await subscribed({ status: 'todo,in_progress', priority: 'high' });
    await create({ status: 'todo' });
    assert.equal(await entryCount(), before, 'another priority');
    const ticket = await create({ status: 'todo', priority: 'high' });
    const [entry] = await entriesOf(ben);
    assert.equal(await entryCount(), before + 1);
    assert.deepEqual(entry?.view, { id: view.id, name: `View ${key}` });
    assert.equal(entry?.message, `Ada added ${ticket.key} Rate to the view “View ${key}”`);
    await ada.put(`/api/tickets/${ticket.id}`, { status: 'in_progress', title: 'Rates' });
    assert.equal(await entryCount(), before + 1, 'it was in the view before');
    await ada.put(`/api/tickets/${ticket.id}`, { priority: 'low' });
    await ada.put(`/api/tickets/${ticket.id}`, { priority: 'high' });
    assert.equal(await entryCount(), before + 2, 'it left and came back');
    await ben.put(`/api/tickets/${ticket.id}`, { priority: 'low' });
    await ben.put(`/api/tickets/${ticket.id}`, { priority: 'high' });
    assert.equal(await entryCount(), before + 2, 'nobody is notified of their own changes');
  });

  test('labels, persons, dates and conditions of the query language decide what enters', async () => {
    const label = (await ada.post('/api/labels', { name: 'red' })).body.data.id;
    const { create, key } = await subscribed({ filter: 'label = red and not (status = done)' });
    const before = await entryCount();
    const ticket = await create();
    const done = await create({ status: 'done', labelIds: [label] });
    assert.equal(await entryCount(), before);
    await ada.put(`/api/tickets/${ticket.id}`, { labelIds: [label] });
    assert.equal(await entryCount(), before + 1);
    await ada.put(`/api/tickets/${done.id}`, { status: 'todo' });
    assert.equal(await entryCount(), before + 2);
    const query = { reporter: ada.id, dueBefore: '2030-01-01T00:00:00.000Z' };
    const due = (await ben.post('/api/views', { name: `Due ${key}`, query })).body.data;
    await ben.put(`/api/views/${due.id}/subscription`);
    await ada.put(`/api/tickets/${done.id}`, { title: 'Without a date' });
    assert.equal(await entryCount(), before + 2);
    await ada.put(`/api/tickets/${done.id}`, { dueDate: '2029-12-24' });
    assert.equal((await entriesOf(ben)).filter((entry) => entry.view?.id === due.id).length, 1);
  });

  test('who unsubscribed or left the project is not notified any more', async () => {
    const { key, view, create } = await subscribed({ status: 'todo' });
    const before = await entryCount();
    const { body } = await ben.delete(`/api/views/${view.id}/subscription`);
    assert.equal(body.data.isSubscribed, false);
    await create({ status: 'todo' });
    assert.equal(await entryCount(), before);
    await ben.put(`/api/views/${view.id}/subscription`);
    await create({ status: 'todo' });
    assert.equal(await entryCount(), before + 1);
    await ada.delete(`/api/project/${key}/members/${ben.id}`);
    await create({ status: 'todo' });
    assert.equal(await entryCount(), before + 1);
  });

  test('a person has a maximum of subscriptions, and a repeated one is not counted twice', async () => {
    const cy = await world.person('Cy');
    const ids: string[] = [];
    for (let n = 0; n <= subscriptionsMax; n++)
      ids.push((await cy.post('/api/views', { name: `V${n}`, query: {} })).body.data.id);
    const last = ids.pop();
    for (const id of [...ids, ...ids.slice(0, 2)])
      assert.equal((await cy.put(`/api/views/${id}/subscription`)).status, 200);
    const refused = await cy.put(`/api/views/${last}/subscription`);
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /Unsubscribe from one first/);
  });
});
