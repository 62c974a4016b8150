import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('watchers and mentions', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let cy: Person;
  let outsider: Person;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    [ada, ben, cy, outsider] = (await Promise.all(
      ['Ada', 'Ben', 'Cy', 'Zoe'].map((name) => world.person(name)),
    )) as [Person, Person, Person, Person];
  });
  after(() => world.close());

  async function makeTicket(more: object = {}, project: object = {}) {
    const key = `W${++count}`;
    await ada.post('/api/projects', { name: 'Watched', key, ...project });
    await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'member' });
    await ada.post(`/api/project/${key}/members`, { userId: cy.id, role: 'viewer' });
    const made = await ada.post('/api/tickets', { title: 'Seen', projectId: key, ...more });
    return { url: `/api/tickets/${made.body.data.key}`, key };
  }
  const namesOf = async (url: string, who = ada) =>
    (await who.get(`${url}/watchers`)).body.data.map(({ name }: { name: string }) => name);
  const mentionsIn = (answer: { body: { data: { mentions: { name: string }[] } } }) =>
    answer.body.data.mentions.map(({ name }) => name);

  test('reporter, assignee, commenters and mentioned users watch a ticket automatically', async () => {
    const { url } = await makeTicket({ assigneeId: ben.id });
    assert.deepEqual(await namesOf(url), ['Ada', 'Ben']);
    await ada.post(`${url}/comments`, { content: 'Look, @cy' });
    assert.deepEqual(await namesOf(url), ['Ada', 'Ben', 'Cy']);
    const { url: other } = await makeTicket();
    await ben.post(`${other}/comments`, { content: 'Hm' });
    assert.deepEqual(await namesOf(other), ['Ada', 'Ben']);
  });

  test('a user who stopped watching is not added again automatically', async () => {
    const { url } = await makeTicket();
    assert.equal((await cy.post(`${url}/watchers`)).status, 201);
    assert.equal((await cy.post(`${url}/watchers`, {})).status, 200);
    const list = (await cy.get(`${url}/watchers`)).body;
    assert.deepEqual([list.watching, list.pagination.total], [true, 2]);
    assert.deepEqual((await cy.delete(`${url}/watchers`)).body.data, { id: cy.id, deleted: true });
    await ada.post(`${url}/comments`, { content: '@cy again' });
    await ada.put(`${url}/assignee`, { assigneeId: cy.id });
    assert.deepEqual(await namesOf(url), ['Ada']);
    assert.equal((await ben.post(`${url}/watchers`, { userId: cy.id })).status, 409);
    assert.equal((await cy.post(`${url}/watchers`, { userId: 'me' })).status, 201);
    assert.deepEqual(await namesOf(url), ['Ada', 'Cy']);
    await ada.delete(`${url}/watchers`);
    assert.equal((await ada.get(`${url}/watchers`)).body.watching, false);
  });

  test('a member adds and removes watchers who may read the ticket, and learns of no other user', async () => {
    const { url } = await makeTicket();
    const added = await ben.post(`${url}/watchers`, { userId: cy.id });
    assert.deepEqual([added.status, added.body.data.name], [201, 'Cy']);
    assert.equal((await cy.post(`${url}/watchers`, { userId: ben.id })).status, 403);
    assert.equal((await cy.delete(`${url}/watchers?userId=${ben.id}`)).status, 403);
    const known = await ben.post(`${url}/watchers`, { userId: outsider.id });
    const unknown = await ben.post(`${url}/watchers`, { userId: 'nobody' });
    assert.deepEqual([known.status, known.body.error], [400, unknown.body.error]);
    assert.equal((await ben.delete(`${url}/watchers?userId=${cy.id}`)).status, 200);
    assert.deepEqual(await namesOf(url), ['Ada']);
    assert.equal((await ben.delete(`${url}/watchers?userId=${ada.id}`)).status, 409);
    assert.equal((await ben.post(`${url}/watchers`, { userId: cy.id })).status, 201, 'was no opt-out');
  });

  test('a user who loses access to a ticket no longer watches it', async () => {
    const { url, key } = await makeTicket();
    await cy.post(`${url}/watchers`);
    await ada.delete(`/api/project/${key}/members/${cy.id}`);
    assert.deepEqual(await namesOf(url), ['Ada']);
    const { id } = (await ada.get(url)).body.data;
    assert.equal((await cy.get(`/api/tickets/${id}/watchers`)).status, 403);
    assert.equal((await cy.delete(`/api/tickets/${id}/watchers`)).status, 403);
    assert.equal((await cy.get(`${url}/watchers`)).status, 404, 'by a key');
  });

  test('comments contain the users they mention, and an edit updates them', async () => {
    const { url } = await makeTicket();
    const made = await ben.post(`${url}/comments`, { content: '@Ada and @cy, not `@ben`, not @zoe' });
    assert.deepEqual(mentionsIn(made), ['Ada', 'Cy']);
    const { id } = made.body.data;
    assert.deepEqual((await ada.get(`${url}/comments`)).body.data[0], made.body.data);
    assert.deepEqual((await ada.get(url)).body.data.comments[0].mentions, made.body.data.mentions);
    assert.deepEqual(mentionsIn(await ben.put(`${url}/comments/${id}`, { content: '@cy and @ben' })), [
      'Cy',
      'Ben',
    ]);
    assert.deepEqual(mentionsIn(await ben.put(`${url}/comments/${id}`, { content: 'nobody' })), []);
    const said = (await world.events())
      .filter(({ type, data }) => type.startsWith('comment.') && data.includes(id))
      .map(({ data }) => JSON.parse(data).mentioned);
    assert.deepEqual(
      said,
      [[ada.id, cy.id], [ben.id], undefined],
      'only users who were not mentioned before',
    );
  });

  test('a mention does not reveal whether a user exists', async () => {
    const isPublic = await makeTicket({}, { visibility: 'public' });
    const guess = { content: `@zoe @${outsider.email}` };
    assert.deepEqual(mentionsIn(await ben.post(`${isPublic.url}/comments`, guess)), []);
    await outsider.post(`${isPublic.url}/watchers`);
    assert.deepEqual(mentionsIn(await ben.post(`${isPublic.url}/comments`, guess)), ['Zoe']);

    const { url } = await makeTicket({ assigneeId: outsider.id });
    const asGuest = await outsider.post(`${url}/comments`, { content: '@ada @cy' });
    assert.deepEqual(
      mentionsIn(asGuest),
      ['Ada'],
      'a guest cannot list the members, nor find them by guessing',
    );
    await cy.post(`${url}/watchers`);
    assert.deepEqual(mentionsIn(await outsider.post(`${url}/comments`, { content: '@cy' })), ['Cy']);
  });
});
