import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { emojiPerItemMax } from './emoji-reaction.ts';

onEveryEngine('reactions', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    await ada.post('/api/projects', { name: 'Moods', key: 'MOOD' });
    await ada.post('/api/project/MOOD/members', { userId: ben.id, role: 'member' });
  });
  after(() => world.close());

  const newTicket = async (): Promise<string> =>
    `/api/tickets/${(await ada.post('/api/tickets', { title: 'Felt', projectId: 'MOOD' })).body.data.id}`;
  const newComment = async (ticket: string): Promise<string> =>
    `${ticket}/comments/${(await ada.post(`${ticket}/comments`, { content: 'Words' })).body.data.id}`;
  const react = (person: Person, item: string, emoji: string) =>
    person.put(`${item}/reactions/${encodeURIComponent(emoji)}`);
  const unreact = (person: Person, item: string, emoji: string) =>
    person.delete(`${item}/reactions/${encodeURIComponent(emoji)}`);
  const person = ({ id, name }: Person) => ({ id, name });
  const recorded = async (ticket: string) =>
    (await world.events())
      .filter(({ type, ticketId }) => type.startsWith('reaction.') && ticket.endsWith(ticketId ?? '-'))
      .map(({ type, data }) => [type, JSON.parse(data).reaction, JSON.parse(data).comment?.id]);

  test('a ticket and its comments show each emoji with its count, the first people and the caller’s own', async () => {
    const ticket = await newTicket();
    const comment = await newComment(ticket);
    await newComment(ticket);
    await react(ada, ticket, '👍');
    world.clock.advance(1);
    const added = await react(ben, ticket, '👍');
    const thumbs = { emoji: '👍', count: 2, me: true, users: [person(ada), person(ben)] };
    assert.deepEqual([added.status, added.body.data.reactions], [200, [thumbs]]);
    await react(ben, ticket, '👀');
    await react(ben, comment, '❤');
    const eyes = { emoji: '👀', count: 1, me: true, users: [person(ben)] };
    const heart = { emoji: '❤️', count: 1, me: true, users: [person(ben)] };
    const { data } = (await ben.get(ticket)).body;
    assert.deepEqual(data.reactions, [thumbs, eyes]);
    assert.deepEqual(
      data.comments.map((one: { reactions: object }) => one.reactions),
      [[heart], []],
    );
    assert.deepEqual((await ada.get(ticket)).body.data.reactions, [thumbs, { ...eyes, me: false }]);
    const listed = (await ada.get(`${ticket}/comments`)).body.data;
    assert.deepEqual(listed[0].reactions, [{ ...heart, me: false }]);
    const edited = await ada.put(comment, { content: 'Other words' });
    assert.deepEqual(edited.body.data.reactions, [{ ...heart, me: false }]);
  });

  test('the answer to a change of status has the mentions and reactions that the ticket has', async () => {
    const ticket = await newTicket();
    await ada.post(`${ticket}/comments`, { content: `Words for @[Ben](${ben.id})` });
    const comment = await newComment(ticket);
    await react(ben, ticket, '👍');
    await react(ben, comment, '❤');
    const { status, body } = await ada.put(`${ticket}/status`, { status: 'todo' });
    const { comments, reactions } = (await ada.get(ticket)).body.data;
    assert.deepEqual([status, body.data.comments, body.data.reactions], [200, comments, reactions]);
    assert.deepEqual([comments.length, reactions.length], [2, 1]);
  });

  test('reacting twice or removing twice changes nothing and records one event each', async () => {
    const ticket = await newTicket();
    const comment = await newComment(ticket);
    const id = comment.split('/').at(-1);
    for (const item of [ticket, comment]) {
      const sent = await Promise.all([1, 2, 3].map(() => react(ben, item, '🎉')));
      for (const { body } of sent) assert.equal(body.data.reactions[0].count, 1);
      for (const _ of [1, 2]) assert.deepEqual((await unreact(ben, item, '🎉')).body.data.reactions, []);
    }
    assert.deepEqual(await recorded(ticket), [
      ['reaction.added', { emoji: '🎉', count: 1 }, undefined],
      ['reaction.removed', { emoji: '🎉', count: 0 }, undefined],
      ['reaction.added', { emoji: '🎉', count: 1 }, id],
      ['reaction.removed', { emoji: '🎉', count: 0 }, id],
    ]);
    assert.deepEqual((await ben.get(ticket)).body.data.reactions, []);
  });

  test('a reaction changes neither the version nor updatedAt of the ticket, but its ETag', async () => {
    const ticket = await newTicket();
    const before = await ada.get(ticket);
    world.clock.advance(1000);
    await react(ben, ticket, '👍');
    const after = await ada.get(ticket);
    assert.equal(after.body.data.updatedAt, before.body.data.updatedAt);
    assert.notEqual(after.headers.etag, before.headers.etag);
    const match = { 'if-match': String(before.headers.etag) };
    assert.equal((await ada.put(ticket, { title: 'Still fresh' }, match)).status, 200);
  });

  test('anything but one emoji is refused', async () => {
    const ticket = await newTicket();
    for (const text of ['a', '1', '👍👍', ':+1:', '<b>', '\u200d', 'x'.repeat(400)]) {
      for (const send of [react, unreact]) {
        const { status, body } = await send(ben, ticket, text);
        assert.deepEqual([status, Object.keys(body.error.details)], [400, ['emoji']], text);
      }
    }
    assert.equal((await react(ben, ticket, '👨🏻‍❤️‍💋‍👨🏿')).status, 200);
  });

  test(`an item has at most ${emojiPerItemMax} different emoji`, async () => {
    const ticket = await newTicket();
    const emoji = Array.from({ length: emojiPerItemMax + 1 }, (_, n) => String.fromCodePoint(0x1f600 + n));
    const sent = await Promise.all(emoji.map((one) => react(ada, ticket, one)));
    assert.deepEqual(sent.map(({ status }) => status).sort(), [...Array(emojiPerItemMax).fill(200), 400]);
    const [first] = (await ada.get(ticket)).body.data.reactions;
    assert.equal((await react(ben, ticket, first.emoji)).status, 200);
  });

  test('a reaction to an item that does not exist is NOT_FOUND, whatever the emoji', async () => {
    const ticket = await newTicket();
    for (const emoji of ['👍', 'x']) {
      assert.equal((await react(ben, '/api/tickets/nope', emoji)).status, 404);
      assert.equal((await react(ben, `${ticket}/comments/nope`, emoji)).status, 404);
    }
    const other = await newComment(await newTicket());
    assert.equal((await react(ben, `${ticket}/comments/${other.split('/').at(-1)}`, '👍')).status, 404);
  });

  test('deleting a comment removes its reactions', async () => {
    const ticket = await newTicket();
    const comment = await newComment(ticket);
    await react(ben, comment, '👍');
    assert.equal((await ada.delete(comment)).status, 200);
    assert.equal((await react(ben, comment, '👍')).status, 404);
    assert.deepEqual((await ada.get(ticket)).body.data.comments, []);
  });
});
