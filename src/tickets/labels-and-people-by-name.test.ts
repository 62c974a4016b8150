import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

onEveryEngine('labels by name and people by e-mail address', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let stranger: Person;

  before(async () => {
    world = await openWorld(engine);
    [ada, ben, stranger] = [await world.person('Ada'), await world.person('Ben'), await world.person('Eve')];
    await ada.post('/api/projects', { name: 'Marks', key: 'MARK' });
    await ada.post('/api/project/MARK/members', { userId: ben.id });
    for (const name of ['Urgent', 'Backend', 'Old']) await ada.post('/api/labels', { name });
    await stranger.post('/api/labels', { name: 'Hers' });
  });
  after(() => world.close());

  const create = async (fields: object) =>
    (await ada.post('/api/tickets', { title: 'T', projectId: 'MARK', ...fields })).body.data;
  const namesOf = (ticket: { labels: { name: string }[] }) => ticket.labels.map(({ name }) => name);

  test('a ticket is created and changed with the names of labels, whatever their case', async () => {
    const ticket = await create({ labelIds: ['urgent', 'BACKEND', 'Urgent'] });
    assert.deepEqual(namesOf(ticket), ['Backend', 'Urgent']);
    const { body } = await ada.put(`/api/tickets/${ticket.id}`, { labelIds: ['old', ticket.labels[0].id] });
    assert.deepEqual(namesOf(body.data), ['Backend', 'Old']);
  });

  test('a name that the workspace does not have is refused', async () => {
    const { status, body } = await ada.post('/api/tickets', {
      title: 'T',
      projectId: 'MARK',
      labelIds: ['hers'],
    });
    assert.equal(status, 400);
    assert.deepEqual(body.error.details.labelIds, ['Labels do not exist in this workspace: hers']);
  });

  test('a bulk change adds and removes labels, and the others stay', async () => {
    const one = await create({ labelIds: ['old'] });
    const two = await create({ labelIds: ['backend', 'urgent'] });
    const change = { addLabels: ['urgent'], removeLabels: ['old', 'backend'] };
    const tickets = [one, two].map(({ id }) => ({ id, ...change }));
    assert.equal((await ada.post('/api/tickets/bulk', { tickets })).status, 200);
    for (const { id } of [one, two]) {
      assert.deepEqual(namesOf((await ada.get(`/api/tickets/${id}`)).body.data), ['Urgent']);
    }
    const wrong = await ada.post('/api/tickets/bulk', { tickets: [{ id: one.id, addLabels: ['no'] }] });
    assert.deepEqual(Object.keys(wrong.body.error.details), ['tickets.0.labelIds']);
  });

  test('lists filter by the name of a label, and an unknown name matches nothing', async () => {
    const { id } = await create({ labelIds: ['old'], title: 'Only this' });
    const listed = async (query: string) =>
      (await ada.get(`/api/tickets?${query}`)).body.data.map((ticket: { id: string }) => ticket.id);
    assert.ok((await listed('label=OLD')).includes(id));
    assert.ok((await listed('label=nothing,old')).includes(id));
    assert.deepEqual(await listed('label=nothing'), []);
    assert.deepEqual(await listed('label=hers'), []);
  });

  test('a ticket is assigned by the e-mail address of somebody one works with, and of nobody else', async () => {
    const { id, assignee } = await create({ assigneeId: ben.email.toUpperCase() });
    assert.equal(assignee.id, ben.id);
    const own = await ada.put(`/api/tickets/${id}/assignee`, { assigneeId: ada.email });
    assert.equal(own.body.data.assignee.id, ada.id);
    const refusals = await Promise.all(
      [stranger.email, 'nobody@example.org'].map((assigneeId) =>
        ada.put(`/api/tickets/${id}`, { assigneeId }),
      ),
    );
    const [known, unknown] = refusals.map(({ status, body }) => [status, body.error.details]);
    assert.equal(known?.[0], 400);
    assert.deepEqual(known, unknown, 'the answer tells who has an account');
  });

  test('a member is added by e-mail address among the people one works with', async () => {
    await ada.post('/api/projects', { name: 'Next', key: 'NEXT' });
    const added = await ada.post('/api/project/NEXT/members', { userId: ben.email });
    assert.deepEqual([added.status, added.body.data.id], [201, ben.id]);
    const { id } = (await ada.post('/api/workspaces', { name: 'Shared' })).body.data;
    assert.equal((await ada.post(`/api/workspaces/${id}/members`, { userId: ben.email })).status, 201);
    const refused = await ada.post('/api/project/NEXT/members', { userId: stranger.email });
    assert.equal(refused.status, 400);
    assert.match(refused.body.error.details.userId[0], /send an invitation instead/);
  });
});
