import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { notifyAll } from '../../../test/support/notifying.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

interface ThreadComment {
  id: string;
  parentId?: string;
  replyCount?: number;
  resolvedAt?: string;
  resolvedBy?: string;
}

onEveryEngine('threads of comments', (engine) => {
  let world: World;
  let ada: Person;
  let bob: Person;
  let cleo: Person;
  let project: string;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    [ada, bob, cleo] = [await world.person('Ada'), await world.person('Bob'), await world.person('Cleo')];
    project = (await ada.post('/api/projects', { name: 'Talk', key: 'TALK' })).body.data.id;
    for (const { id } of [bob, cleo]) await ada.post(`/api/project/${project}/members`, { userId: id });
  });
  after(() => world.close());

  const newTicket = async () =>
    (await ada.post('/api/tickets', { title: 'Talk', projectId: project })).body.data.id as string;
  const say = async (person: Person, ticket: string, parentId?: string) => {
    const { status, body } = await person.post(`/api/tickets/${ticket}/comments`, {
      content: 'Hm',
      parentId,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data as ThreadComment;
  };
  const list = async (ticket: string, query = '') =>
    (await ada.get(`/api/tickets/${ticket}/comments${query}`)).body.data as ThreadComment[];
  const resolve = (person: Person, ticket: string, id: string, resolved = true) =>
    person.put(`/api/tickets/${ticket}/comments/${id}/thread`, { resolved });
  const commentEvents = async (ticket: string) =>
    (await world.events())
      .filter(({ type, ticketId }) => type.startsWith('comment.') && ticketId === ticket)
      .map(({ type, data }) => [type, JSON.parse(data).comment.parentId] as const);

  test('a reply names its thread, and a reply to a reply joins the same thread', async () => {
    const ticket = await newTicket();
    const first = await say(ada, ticket);
    assert.equal('parentId' in first || 'replyCount' in first, false);
    const reply = await say(bob, ticket, first.id);
    const next = await say(cleo, ticket, reply.id);
    await say(ada, ticket);
    assert.deepEqual([reply.parentId, next.parentId], [first.id, first.id]);
    const all = await list(ticket);
    assert.deepEqual([all.length, all[0]?.replyCount], [4, 2]);
    const thread = await list(ticket, `?thread=${first.id}`);
    assert.deepEqual(
      thread.map(({ id }) => id),
      [first.id, reply.id, next.id],
    );
    const { comments } = (await ada.get(`/api/tickets/${ticket}`)).body.data;
    assert.equal(comments[1].parentId, first.id);
    assert.deepEqual((await commentEvents(ticket))[1], ['comment.created', first.id]);
  });

  test('a reply must be to a comment of the same ticket', async () => {
    const [ticket, other] = [await newTicket(), await newTicket()];
    const foreign = await say(ada, other);
    const reply = { content: 'Hm', parentId: foreign.id };
    const { status, body } = await ada.post(`/api/tickets/${ticket}/comments`, reply);
    assert.deepEqual([status, Object.keys(body.error.details)], [400, ['parentId']]);
    assert.equal((await list(ticket)).length, 0);
  });

  test('a thread is resolved and opened again by any of its comments, and a reply opens it too', async () => {
    const ticket = await newTicket();
    const first = await say(ada, ticket);
    const reply = await say(bob, ticket, first.id);
    const { body } = await resolve(bob, ticket, reply.id);
    assert.equal(body.data.resolvedBy, bob.id);
    await resolve(bob, ticket, reply.id);
    assert.ok((await list(ticket)).every(({ resolvedAt }) => resolvedAt !== undefined));
    await resolve(ada, ticket, first.id, false);
    assert.ok((await list(ticket)).every(({ resolvedAt }) => resolvedAt === undefined));
    await resolve(ada, ticket, first.id);
    await say(cleo, ticket, first.id);
    assert.ok((await list(ticket)).every(({ resolvedAt }) => resolvedAt === undefined));
    assert.deepEqual(
      (await commentEvents(ticket)).map(([type]) => type.slice('comment.'.length)),
      ['created', 'created', 'resolved', 'reopened', 'resolved', 'created', 'reopened'],
    );
  });

  test('resolving a thread does not fail an edit of the comment that was begun before', async () => {
    const ticket = await newTicket();
    const { id } = await say(ada, ticket);
    const edited = await ada.put(`/api/tickets/${ticket}/comments/${id}`, { content: 'Once' });
    await resolve(bob, ticket, id);
    const ifMatch = { 'if-match': String(edited.headers.etag) };
    const again = await ada.put(`/api/tickets/${ticket}/comments/${id}`, { content: 'Twice' }, ifMatch);
    assert.deepEqual([again.status, again.body.data.resolvedBy], [200, bob.id]);
  });

  test('replies outlive the first comment of their thread, which goes on', async () => {
    const ticket = await newTicket();
    const first = await say(ada, ticket);
    const reply = await say(bob, ticket, first.id);
    await ada.delete(`/api/tickets/${ticket}/comments/${first.id}`);
    assert.deepEqual(
      (await list(ticket)).map(({ parentId }) => parentId),
      [first.id],
    );
    const next = await say(cleo, ticket, first.id);
    assert.equal(next.parentId, first.id);
    await resolve(ada, ticket, reply.id);
    assert.equal((await list(ticket, `?thread=${first.id}`)).filter((one) => one.resolvedAt).length, 2);
    const { body } = await ada.get(`/api/tickets/${ticket}`);
    assert.equal(body.data._count.comments, 2);
  });

  test('a deleted reply is no longer counted', async () => {
    const ticket = await newTicket();
    const first = await say(ada, ticket);
    const reply = await say(bob, ticket, first.id);
    await bob.delete(`/api/tickets/${ticket}/comments/${reply.id}`);
    assert.equal((await list(ticket))[0]?.replyCount, undefined);
  });

  test('those in a thread are notified of replies even if they do not watch the ticket', async () => {
    const ticket = await newTicket();
    const first = await say(bob, ticket);
    await bob.delete(`/api/tickets/${ticket}/watchers`);
    await say(cleo, ticket);
    await say(ada, ticket, first.id);
    await notifyAll(world);
    const kinds = async (person: Person) =>
      (await person.get('/api/user/notifications')).body.data
        .filter((one: { ticket: { id: string } | null }) => one.ticket?.id === ticket)
        .map(({ kind }: { kind: string }) => kind);
    assert.ok((await kinds(bob)).includes('reply'), JSON.stringify(await kinds(bob)));
    assert.ok(!(await kinds(cleo)).includes('reply'));
    assert.ok((await kinds(cleo)).includes('update'));
  });
});
