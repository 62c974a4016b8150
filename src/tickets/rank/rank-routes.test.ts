import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { statement } from '../../platform/db/index.ts';
import { rankLengthMax } from './rank.ts';

const setRank = statement<{ id: string; rank: string }>('update tickets set rank = :rank where id = :id');

onEveryEngine('the order by hand', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
  });
  after(() => world.close());

  const newProject = async () => (await ada.post('/api/projects', { name: 'Board' })).body.data.id as string;
  /** Tickets `a`, `b` … in the order of their creation. */
  async function newTickets(projectId: string, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      world.clock.advance(1);
      const { body } = await ada.post('/api/tickets', { title: String.fromCharCode(97 + i), projectId });
      ids.push(body.data.id);
    }
    return ids;
  }
  const place = (id: string | undefined, body: object, headers = {}) =>
    ada.put(`/api/tickets/${id}/rank`, body, headers);
  const listed = async (projectId: string): Promise<{ id: string; title: string; rank: string }[]> =>
    (await ada.get(`/api/tickets?project=${projectId}&sort=rank&order=asc&limit=100`)).body.data;
  const titles = async (projectId: string) => (await listed(projectId)).map(({ title }) => title).join('');
  const eventsSince = async (count: number) =>
    (await world.events()).slice(count).map(({ type, data }) => ({ type, data: JSON.parse(data) }));

  test('a ticket is placed before or after another, first, and by default last', async () => {
    const project = await newProject();
    const [a, b, c, d] = await newTickets(project, 4);
    assert.equal(await titles(project), 'abcd');
    assert.equal((await place(d, { before: b })).status, 200);
    assert.equal(await titles(project), 'adbc');
    await place(a, { after: c });
    assert.equal(await titles(project), 'dbca');
    await place(c, { position: 'first' });
    assert.equal(await titles(project), 'cdba');
    await place(c, {});
    assert.equal(await titles(project), 'dbac');
    await newTickets(project, 1);
    assert.equal(await titles(project), 'dbaca');
  });

  test('a new ticket comes first if its creation says so, also two at once', async () => {
    const project = await newProject();
    const create = (title: string) =>
      ada.post('/api/tickets', { title, projectId: project, position: 'first' });
    const { data } = (await create('a')).body;
    await newTickets(project, 1);
    await Promise.all([create('b'), create('b')]);
    assert.equal(await titles(project), 'bbaa');
    const ranks = (await listed(project)).map(({ rank }) => rank);
    assert.equal(new Set(ranks).size, 4);
    assert.equal(ranks[2], data.rank);
  });

  test('a neighbour is named by its key as well, and the answer has the new rank', async () => {
    const project = await newProject();
    const [a, b] = await newTickets(project, 2);
    const { key, rank } = (await ada.get(`/api/tickets/${a}`)).body.data;
    const { data } = (await place(b, { before: key })).body;
    assert.ok(data.rank < rank);
    assert.equal((await listed(project))[0]?.rank, data.rank);
  });

  test('a placement with a status is one version, with one ticket.updated and one ticket.status_changed', async () => {
    const project = await newProject();
    const [a, b] = await newTickets(project, 2);
    const before = (await world.events()).length;
    const { data } = (await place(b, { before: a, status: 'in_progress' })).body;
    assert.deepEqual([data.status, data.version], ['in_progress', 2]);
    const [updated, moved, ...more] = await eventsSince(before);
    assert.deepEqual([updated?.type, moved?.type, more], ['ticket.updated', 'ticket.status_changed', []]);
    assert.deepEqual(Object.keys(updated?.data.changes), ['status', 'rank']);
    assert.equal(updated?.data.changes.rank.to, data.rank);
    assert.equal(updated?.data.ticket.rank, data.rank);
  });

  test('placing a ticket where it is changes nothing', async () => {
    const project = await newProject();
    const [a, b, c] = await newTickets(project, 3);
    const before = (await world.events()).length;
    for (const [id, body] of [
      [b, { after: a }],
      [b, { before: c }],
      [a, { position: 'first' }],
      [c, {}],
      [b, { after: a, status: 'backlog' }],
    ] as const) {
      assert.equal((await place(id, body)).body.data.version, 1);
    }
    assert.equal((await world.events()).length, before);
  });

  test('a placement names one existing neighbour of the same home, and else is refused by field', async () => {
    const project = await newProject();
    const [a, b] = await newTickets(project, 2);
    const [foreign] = await newTickets(await newProject(), 1);
    const [deleted] = await newTickets(project, 1);
    await ada.delete(`/api/tickets/${deleted}`);
    const refused = async (body: object) => {
      const { status, body: answer } = await place(a, body);
      assert.equal(status, 400);
      return answer.error.details;
    };
    const unknown = ['Ticket does not exist in the same project or workspace'];
    assert.deepEqual(await refused({ before: foreign }), { before: unknown });
    assert.deepEqual(await refused({ after: deleted }), { after: unknown });
    assert.deepEqual(await refused({ after: 'NOPE-1', status: 'nope' }).then(Object.keys), [
      'after',
      'status',
    ]);
    assert.deepEqual(await refused({ before: a }), { before: ['Ticket must be a different ticket'] });
    assert.deepEqual(await refused({ before: b, position: 'last' }), {
      position: ['Give only one of before, after and position'],
    });
  });

  test('If-Match of an older version refuses a placement', async () => {
    const project = await newProject();
    const [a, b] = await newTickets(project, 2);
    const { etag } = (await ada.get(`/api/tickets/${a}`)).headers;
    await ada.put(`/api/tickets/${a}`, { title: 'changed' });
    assert.equal((await place(a, { after: b }, { 'if-match': String(etag) })).status, 412);
    assert.equal((await place(a, { after: b })).status, 200);
  });

  test('who may not edit a ticket may not place it, and no change of fields sets the rank', async () => {
    const project = await newProject();
    const [a, b] = await newTickets(project, 2);
    assert.equal((await ben.put(`/api/tickets/${a}/rank`, { after: b })).status, 403);
    const { rank } = (await ada.get(`/api/tickets/${a}`)).body.data;
    const { data } = (await ada.put(`/api/tickets/${a}`, { rank: 'zzz', title: 'renamed' })).body;
    assert.deepEqual([data.rank, data.title], [rank, 'renamed']);
    const created = await ada.post('/api/tickets', { title: 'new', projectId: project, rank: '0' });
    assert.ok(created.body.data.rank > rank);
  });

  test('a ticket that moves to another project comes last there', async () => {
    const [from, to] = [await newProject(), await newProject()];
    const [a] = await newTickets(from, 1);
    await newTickets(to, 2);
    world.clock.advance(1);
    await ada.put(`/api/tickets/${a}`, { projectId: to, title: 'moved' });
    assert.equal(await titles(to), 'abmoved');
  });

  test('20 tickets placed at the same place at the same time all get there, with different ranks', async () => {
    const project = await newProject();
    const [first, ...others] = await newTickets(project, 22);
    const last = others.pop();
    const answers = await Promise.all(others.map((id) => place(id, { after: first })));
    assert.ok(answers.every(({ status }) => status === 200));
    const order = await listed(project);
    assert.deepEqual([order[0]?.id, order.at(-1)?.id, order.length], [first, last, 22]);
    assert.equal(new Set(order.map(({ rank }) => rank)).size, 22);
  });

  test('a ticket that is placed twice at the same time keeps one of both places', async () => {
    const project = await newProject();
    const [a, b, c] = await newTickets(project, 3);
    const answers = await Promise.all([place(b, { before: a }), place(b, { after: c })]);
    assert.ok(answers.every(({ status }) => status === 200));
    assert.ok(['bac', 'acb'].includes(await titles(project)));
  });

  test('where no rank is left, neighbours get new ranks, each with its event and version', async () => {
    const project = await newProject();
    const [a, b, c] = await newTickets(project, 3);
    const deep = 'V'.repeat(rankLengthMax - 1);
    await world.db.transaction(async (tx) => {
      await tx.run(setRank, { id: a as string, rank: `${deep}1` });
      await tx.run(setRank, { id: b as string, rank: `${deep}2` });
    });
    const before = (await world.events()).length;
    await place(c, { after: a });
    assert.equal(await titles(project), 'acb');
    const ranks = (await listed(project)).map(({ rank }) => rank);
    assert.ok(ranks.every((rank) => rank.length < 20));
    const events = await eventsSince(before);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.ticket.id, Object.keys(data.changes)]).sort(),
      [a, b, c].map((id) => ['ticket.updated', id, ['rank']]).sort(),
    );
    assert.equal((await ada.get(`/api/tickets/${a}`)).body.data.version, 2);
  });

  test('a ticket comes between two of equal rank', async () => {
    const project = await newProject();
    const [a, b, c] = await newTickets(project, 3);
    await world.db.transaction(async (tx) => {
      for (const id of [a, b]) await tx.run(setRank, { id: id as string, rank: '05' });
    });
    const [first, second] = await listed(project);
    await place(c, { after: first?.id });
    assert.deepEqual(
      (await listed(project)).map(({ id }) => id),
      [first?.id, c, second?.id],
    );
  });
});
