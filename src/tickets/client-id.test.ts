import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';

onEveryEngine('ids from the client', (engine) => {
  let world: World;
  let ada: Person;
  let eve: Person;
  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    eve = await world.person('Eve');
  });
  after(() => world.close());

  const idAt = (offsetMs: number) => newId(world.clock.now() + offsetMs);
  const create = (id: unknown, person = ada, headers = {}) =>
    person.post('/api/tickets', { title: 'Mine', id }, headers);

  test('a ticket and a comment get the id that the client made, also half a day ahead', async () => {
    const [id, comment] = [idAt(dayMs / 2), idAt(0)];
    const { status, body } = await create(id);
    assert.deepEqual([status, body.data.id], [201, id]);
    assert.equal((await ada.get(`/api/tickets/${id}`)).body.data.createdAt, body.data.createdAt);
    const commented = await ada.post(`/api/tickets/${id}/comments`, { content: 'Words', id: comment });
    assert.deepEqual([commented.status, commented.body.data.id], [201, comment]);
    assert.notEqual((await create(null)).body.data.id, undefined);
  });

  test('another UUID, a text and an absurd time are refused with 400, together with other errors', async () => {
    const sound = idAt(0);
    const wrong = [
      '00000000-0000-4000-8000-000000000000',
      sound.toUpperCase(),
      sound.replace(/^(.{14})7/, '$14'),
      sound.replace(/^(.{19})./, '$17'),
      `${sound}0`,
      'me',
      '',
      idAt(2 * dayMs),
      idAt(-29 * dayMs),
    ];
    for (const id of wrong) {
      const { status, body } = await create(id);
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['id']], id);
    }
    const both = await ada.post('/api/tickets', { id: 'me', title: ' ', projectId: 'NOPE' });
    assert.deepEqual(Object.keys(both.body.error.details).sort(), ['id', 'title']);
    const ticket = (await create(idAt(0))).body.data.id;
    const comment = await ada.post(`/api/tickets/${ticket}/comments`, {
      content: 'Words',
      id: idAt(2 * dayMs),
    });
    assert.deepEqual(Object.keys(comment.body.error.details), ['id']);
  });

  test('a taken id is 409 with the same answer, whether the ticket is one’s own, hidden or deleted', async () => {
    const [own, hidden, deleted] = [idAt(0), idAt(0), idAt(0)];
    await create(own, eve);
    await create(hidden);
    await create(deleted);
    await ada.delete(`/api/tickets/${deleted}`);
    const answers = await Promise.all([own, hidden, deleted].map((id) => create(id, eve)));
    for (const { status, body } of answers) {
      assert.deepEqual([status, body.error], [409, answers[0]?.body.error]);
    }
    assert.equal((await eve.get(`/api/tickets/${own}`)).body.data.version, 1);
    assert.equal((await eve.get('/api/tickets')).body.pagination.total, 1);
  });

  test('of two creations with one id at the same time one succeeds, and numbers have no gap', async () => {
    const project = (await ada.post('/api/projects', { name: 'Twice' })).body.data.id;
    const id = idAt(0);
    const twice = await Promise.all(
      [1, 2].map(() => ada.post('/api/tickets', { title: 'Twice', projectId: project, id })),
    );
    assert.deepEqual(twice.map(({ status }) => status).sort(), [201, 409]);
    const next = await ada.post('/api/tickets', { title: 'Next', projectId: project });
    assert.equal(next.body.data.number, 2);
  });

  test('a retry with the same Idempotency-Key returns the first answer, without it 409', async () => {
    const id = idAt(0);
    const headers = { 'idempotency-key': 'client id' };
    const first = await create(id, ada, headers);
    const again = await create(id, ada, headers);
    assert.deepEqual([again.status, again.body.data], [201, first.body.data]);
    assert.equal((await create(id)).status, 409);
  });
});
