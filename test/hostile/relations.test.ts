import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

onEveryEngine('relations across projects', (engine) => {
  let world: World;
  let victim: Person;
  let stranger: Person;
  let reader: Person;
  let publicProject: string;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    victim = await world.person('Victim');
    stranger = await world.person('Stranger');
    reader = await world.person('Reader');
    const fields = { name: 'Open', visibility: 'public' };
    publicProject = (await victim.post('/api/projects', fields)).body.data.id;
  });
  after(() => world.close());

  const newTicket = async (person: Person, fields: object): Promise<string> =>
    (await person.post('/api/tickets', { title: 'Hidden words', ...fields })).body.data.id;
  const relate = (person: Person, id: string, kind: string, ticketId: string) =>
    person.post(`/api/tickets/${id}/relations`, { kind, ticketId });
  const relationsOf = async (person: Person, id: string) =>
    (await person.get(`/api/tickets/${id}/relations`)).body.data;
  const isReady = async (id: string) =>
    (await victim.get(`/api/tickets?ready=true&project=${publicProject}&limit=100`)).body.data.some(
      (ticket: { id: string }) => ticket.id === id,
    );

  test('nobody blocks a ticket, or calls it a duplicate, without the right to edit it', async () => {
    const target = await newTicket(victim, { projectId: publicProject });
    const own = await newTicket(stranger, {});
    for (const kind of ['blocks', 'duplicated_by']) {
      const { status, body } = await relate(stranger, own, kind, target);
      assert.equal(status, 403, kind);
      assert.match(body.error.message, /^Only those who may edit the other ticket/);
    }
    for (const kind of ['blocked_by', 'duplicates'])
      assert.equal((await relate(stranger, target, kind, own)).status, 403, kind);
    assert.equal(await isReady(target), true);
    assert.deepEqual(await relationsOf(victim, target), []);
    // What affects only the own ticket stays possible.
    for (const kind of ['blocked_by', 'duplicates', 'relates'])
      assert.equal((await relate(stranger, own, kind, target)).status, 201, kind);
  });

  test('an editor sees and removes what blocks a ticket though they may not read the blocker', async () => {
    const shared = (await victim.post('/api/projects', { name: 'Shared' })).body.data.id;
    const members = `/api/project/${shared}/members`;
    await victim.post(members, { userId: stranger.id, role: 'member' });
    await victim.post(members, { userId: reader.id, role: 'viewer' });
    const target = await newTicket(victim, { projectId: shared });
    const secret = await newTicket(stranger, { title: 'Merger with Acme' });
    assert.equal((await relate(stranger, target, 'blocked_by', secret)).status, 201);

    const [blocker, ...others] = await relationsOf(victim, target);
    assert.deepEqual(others, []);
    const { createdAt, ...rest } = blocker;
    assert.deepEqual(rest, { kind: 'blocked_by', ticketId: secret, ticket: null });
    assert.ok(createdAt);
    assert.deepEqual(await relationsOf(reader, target), []);
    const url = `/api/tickets/${target}/relations/blocked_by/${secret}`;
    assert.equal((await reader.delete(url)).status, 403);
    assert.equal((await victim.delete(url)).status, 200);
    assert.deepEqual(await relationsOf(stranger, target), []);
    const told = await victim.get(`/api/tickets/${target}/history`);
    assert.doesNotMatch(JSON.stringify(told.body), /Merger/);
  });

  test('a parent that a ticket’s editor may not read can be removed and shows no text', async () => {
    const shared = (await victim.post('/api/projects', { name: 'Shared' })).body.data.id;
    await victim.post(`/api/project/${shared}/members`, { userId: stranger.id, role: 'member' });
    const parentId = await newTicket(stranger, { title: 'Merger with Acme' });
    const child = await newTicket(stranger, { projectId: shared, parentId });
    const { body } = await victim.get(`/api/tickets/${child}`);
    assert.equal(body.data.parentId, parentId);
    assert.doesNotMatch(JSON.stringify(body), /Merger/);
    assert.equal((await victim.put(`/api/tickets/${child}`, { parentId: null })).status, 200);
    assert.equal((await victim.put(`/api/tickets/${child}`, { parentId })).status, 400);
  });
});
