import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

interface Item {
  id: string;
  text: string;
  done: boolean;
  position: number;
  assignee: { id: string } | null;
}

onEveryEngine('checklists', (engine) => {
  let world: World;
  let ada: Person;
  let eve: Person;
  let url: string;
  let ticketId: string;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    eve = await world.person('Eve');
    await ada.post('/api/projects', { name: 'Lists', key: 'LIST' });
  });
  after(() => world.close());
  beforeEach(async () => {
    const ticket = { title: 'T', projectId: 'LIST', checklist: ['a', 'b', 'c'] };
    ticketId = (await ada.post('/api/tickets', ticket)).body.data.id;
    url = `/api/tickets/${ticketId}/checklist`;
  });

  const items = async (): Promise<Item[]> => (await ada.get(url)).body.data;
  const texts = async () => (await items()).map(({ text }) => text).join(' ');
  const idOf = async (text: string) => (await items()).find((item) => item.text === text)?.id;
  const change = async (text: string, changes: object) => ada.put(`${url}/${await idOf(text)}`, changes);
  const details = async () => (await ada.get(`/api/tickets/${ticketId}`)).body.data;

  test('items are added, ticked, renamed, moved and deleted, and the ticket counts them', async () => {
    const added = await ada.post(url, { text: ' d ', position: 1, assigneeId: 'me' });
    assert.deepEqual(
      [added.status, added.body.data.text, added.body.data.position, added.body.data.assignee.id],
      [201, 'd', 1, ada.id],
    );
    assert.equal(await texts(), 'a d b c');
    assert.equal((await change('a', { done: true })).body.data.done, true);
    await change('b', { text: 'B', assigneeId: null });
    await change('a', { position: 2 });
    assert.equal(await texts(), 'd B a c');
    await change('c', { position: 0 });
    await change('d', { position: 999 });
    assert.equal(await texts(), 'c B a d');
    assert.equal((await ada.delete(`${url}/${await idOf('B')}`)).status, 200);
    assert.deepEqual(
      (await items()).map(({ text, position }) => `${text}${position}`),
      ['c0', 'a1', 'd2'],
    );
    const { checklist } = await details();
    assert.deepEqual([checklist.total, checklist.done], [3, 1]);
    assert.equal((await ada.delete(`${url}/${ada.id}`)).status, 404);
  });

  test('each change is an update of the ticket that says what changed; nothing changed is none', async () => {
    const before = await details();
    const item = (await change('b', { done: true })).body.data;
    const history = (await ada.get(`/api/tickets/${ticketId}/history`)).body.data;
    const shown = { id: item.id, text: 'b', position: 1, assigneeId: null };
    const [latest] = history;
    assert.deepEqual(latest.changes ?? latest.data?.changes, {
      checklist: { from: { ...shown, done: false }, to: { ...shown, done: true } },
    });
    const after = await details();
    assert.ok(after.updatedAt > before.updatedAt);
    await change('b', { done: true, position: 1 });
    assert.equal((await details()).updatedAt, after.updatedAt);
  });

  test('changes at the same moment keep every item and positions without gaps', async () => {
    const [a, b, c] = await items();
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => ada.post(url, { text: `n${n}`, position: n % 3 })),
      ada.put(`${url}/${a?.id}`, { position: 5 }),
      ada.put(`${url}/${b?.id}`, { done: true, position: 0 }),
      ada.delete(`${url}/${c?.id}`),
      ada.put(`${url}/${a?.id}`, { done: true }),
    ]);
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 201]);
    const after = await items();
    assert.deepEqual(
      after.map(({ position }) => position),
      Array.from({ length: 12 }, (_, n) => n),
    );
    assert.deepEqual(
      after
        .filter(({ done }) => done)
        .map(({ text }) => text)
        .sort(),
      ['a', 'b'],
    );
    assert.equal((await details()).checklist.total, 12);
  });

  test('a checklist has at most 200 items', async () => {
    const full = {
      title: 'Full',
      projectId: 'LIST',
      checklist: Array.from({ length: 200 }, (_, n) => `${n}`),
    };
    const { id } = (await ada.post('/api/tickets', full)).body.data;
    const refused = await ada.post(`/api/tickets/${id}/checklist`, { text: 'one more' });
    assert.equal(refused.status, 409);
    const over = await ada.post('/api/tickets', { ...full, checklist: [...full.checklist, 'x'] });
    assert.deepEqual([over.status, Object.keys(over.body.error.details)], [400, ['checklist']]);
  });

  test('the person of an item may read the ticket', async () => {
    const refused = await change('a', { assigneeId: eve.id });
    assert.deepEqual([refused.status, Object.keys(refused.body.error.details)], [400, ['assigneeId']]);
    assert.equal((await eve.get(url)).status, 403);
    await ada.post('/api/project/LIST/members', { userId: eve.id, role: 'viewer' });
    assert.equal((await change('a', { assigneeId: eve.id })).body.data.assignee.id, eve.id);
    assert.equal((await eve.put(`${url}/${await idOf('a')}`, { done: true })).status, 403);
    await ada.delete(`/api/project/LIST/members/${eve.id}`);
  });
});
