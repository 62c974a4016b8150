import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('comments', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    await ada.post('/api/projects', { name: 'Talk', key: 'TALK' });
    await ada.post('/api/project/TALK/members', { userId: ben.id, role: 'member' });
  });
  after(() => world.close());

  const makeTicket = async () =>
    (await ada.post('/api/tickets', { title: 'Discuss', projectId: 'TALK' })).body.data as {
      id: string;
      updatedAt: string;
    };

  test('a comment has its author and updates updatedAt of the ticket', async () => {
    const ticket = await makeTicket();
    const { status, body } = await ben.post(`/api/tickets/${ticket.id}/comments`, { content: ' Seen it. ' });
    assert.equal(status, 201);
    assert.deepEqual(
      [body.data.content, body.data.author.id, body.data.author.name],
      ['Seen it.', ben.id, 'Ben'],
    );
    const { data } = (await ada.get(`/api/tickets/${ticket.id}`)).body;
    assert.equal(data._count.comments, 1);
    assert.equal(data.comments[0].author.email, ben.email);
    assert.ok(data.updatedAt > ticket.updatedAt);
  });

  test('the content of a comment is a text of 1 to 64,000 characters', async () => {
    const ticket = await makeTicket();
    for (const content of [undefined, '', '   ', 5, null, 'x'.repeat(64_001)]) {
      const { status, body } = await ada.post(`/api/tickets/${ticket.id}/comments`, { content });
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['content']]);
    }
    const long = 'x'.repeat(64_000);
    assert.equal((await ada.post(`/api/tickets/${ticket.id}/comments`, { content: long })).status, 201);
  });

  test('a ticket contains its latest 100 comments; the list pages through all', async () => {
    const ticket = await makeTicket();
    for (let i = 1; i <= 103; i++) await ada.post(`/api/tickets/${ticket.id}/comments`, { content: `c${i}` });
    const { comments, _count } = (await ada.get(`/api/tickets/${ticket.id}`)).body.data;
    assert.deepEqual(
      [comments.length, comments[0].content, comments[99].content, _count.comments],
      [100, 'c4', 'c103', 103],
    );
    const page = (await ada.get(`/api/tickets/${ticket.id}/comments?limit=2&page=2`)).body;
    assert.deepEqual(
      page.data.map((comment: { content: string }) => comment.content),
      ['c3', 'c4'],
    );
    const { nextCursor, ...pagination } = page.pagination;
    assert.deepEqual(pagination, { page: 2, limit: 2, total: 103, totalPages: 52 });
    const next = (await ada.get(`/api/tickets/${ticket.id}/comments?limit=1&cursor=${nextCursor}`)).body;
    assert.deepEqual(
      next.data.map((comment: { content: string }) => comment.content),
      ['c5'],
    );
  });

  test('only the author edits a comment, and deleting it lowers the count of the ticket', async () => {
    const ticket = await makeTicket();
    const url = `/api/tickets/${ticket.id}/comments`;
    const { id } = (await ben.post(url, { content: 'Frist' })).body.data;
    const edited = await ben.patch(`${url}/${id}`, { content: 'First' });
    assert.equal(edited.body.data.content, 'First');
    assert.ok(edited.body.data.updatedAt > edited.body.data.createdAt);
    assert.equal((await ada.put(`${url}/${id}`, { content: 'Hijacked' })).status, 403);
    assert.equal((await ben.put(`${url}/nope`, {})).status, 404);
    assert.deepEqual((await ben.delete(`${url}/${id}`)).body.data, { id, deleted: true });
    assert.equal((await ada.get(`/api/tickets/${ticket.id}`)).body.data._count.comments, 0);
    assert.equal((await ben.delete(`${url}/${id}`)).status, 404);
  });
});
