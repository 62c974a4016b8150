import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

onEveryEngine('work on tickets', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    await ada.post('/api/projects', { name: 'Work', key: 'WORK' });
    await ada.post('/api/project/WORK/members', { userId: ben.id, role: 'member' });
  });
  after(() => world.close());

  const make = async (title: string, fields: object = {}) =>
    (await ada.post('/api/tickets', { title, projectId: 'WORK', ...fields })).body.data;

  test('a time log has its user and time, and the ticket counts it', async () => {
    const ticket = await make('Timed');
    const url = `/api/tickets/${ticket.id}/time-logs`;
    const { status, body } = await ben.post(url, {
      minutes: 45,
      description: 'Looked',
      spentAt: '2026-10-30T10:00:00Z',
    });
    assert.deepEqual([status, body.data.minutes, body.data.user.id], [201, 45, ben.id]);
    assert.equal(body.data.spentAt, '2026-10-30T10:00:00.000Z');
    await ada.post(url, { minutes: 5 });
    const list = (await ada.get(url)).body;
    assert.deepEqual([list.pagination.total, list.data[0].minutes], [2, 5]);
    assert.equal((await ada.get(`/api/tickets/${ticket.id}`)).body.data._count.timeLogs, 2);
    const changed = await ben.put(`${url}/${body.data.id}`, { minutes: 50, description: null });
    assert.deepEqual([changed.body.data.minutes, 'description' in changed.body.data], [50, false]);
    assert.equal((await ben.delete(`${url}/${body.data.id}`)).status, 200);
    assert.equal((await ada.get(`/api/tickets/${ticket.id}`)).body.data._count.timeLogs, 1);
    for (const minutes of [0, 1.5, '5', 100_001, undefined]) {
      assert.deepEqual(Object.keys((await ada.post(url, { minutes })).body.error.details), ['minutes']);
    }
  });

  test('a relation is listed on both tickets, and adding it twice changes nothing', async () => {
    const [first, second] = [await make('First'), await make('Second')];
    const added = await ada.post(`/api/tickets/${first.id}/relations`, {
      kind: 'blocks',
      ticketId: second.key,
    });
    assert.deepEqual([added.status, added.body.data.ticket.id], [201, second.id]);
    await ada.post(`/api/tickets/${second.id}/relations`, { kind: 'blocked_by', ticketId: first.id });
    const kinds = async (id: string) =>
      (await ada.get(`/api/tickets/${id}/relations`)).body.data.map(
        (relation: { kind: string }) => relation.kind,
      );
    assert.deepEqual([await kinds(first.id), await kinds(second.id)], [['blocks'], ['blocked_by']]);
    await ada.post(`/api/tickets/${second.id}/relations`, { kind: 'relates', ticketId: first.id });
    await ada.post(`/api/tickets/${first.id}/relations`, { kind: 'relates', ticketId: second.id });
    assert.equal((await kinds(first.id)).length, 2);
    assert.equal(
      (await ada.delete(`/api/tickets/${second.id}/relations/blocked_by/${first.key}`)).status,
      200,
    );
    assert.deepEqual(await kinds(first.id), ['relates']);
    assert.equal(
      (await ada.delete(`/api/tickets/${second.id}/relations/blocked_by/${first.id}`)).status,
      404,
    );
  });

  test('a relation of a ticket with itself, or that closes a cycle, is refused', async () => {
    const [a, b, c] = [await make('A'), await make('B'), await make('C')];
    const relate = (from: { id: string }, kind: string, to: { id: string }) =>
      ada.post(`/api/tickets/${from.id}/relations`, { kind, ticketId: to.id });
    await relate(a, 'blocks', b);
    await relate(b, 'blocks', c);
    for (const [from, kind, to] of [
      [c, 'blocks', a],
      [a, 'blocked_by', c],
      [a, 'blocks', a],
    ] as const) {
      const { status, body } = await relate(from, kind, to);
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['ticketId']]);
    }
    assert.equal((await relate(c, 'duplicates', a)).status, 201);
    assert.equal((await relate(a, 'duplicates', c)).status, 400);
    assert.deepEqual(Object.keys((await relate(a, 'eats', b)).body.error.details), ['kind']);
  });

  test('concurrent relations cannot close a cycle', async () => {
    const circle = [await make('D'), await make('E'), await make('F'), await make('G')];
    const pairs = circle.map((ticket, place) => [ticket, circle[(place + 1) % circle.length]] as const);
    const blocks = await Promise.all(
      pairs.map(([from, to]) =>
        ada.post(`/api/tickets/${from.id}/relations`, { kind: 'blocks', ticketId: to.id }),
      ),
    );
    assert.deepEqual(blocks.map(({ status }) => status).sort(), [201, 201, 201, 400]);
    const parents = await Promise.all(
      pairs.map(([child, parent]) => ada.put(`/api/tickets/${child.id}`, { parentId: parent.id })),
    );
    assert.deepEqual(parents.map(({ status }) => status).sort(), [200, 200, 200, 400]);
  });

  test('a ticket of a deleted project blocks nothing and cannot be related to', async () => {
    await ada.post('/api/projects', { name: 'Gone', key: 'GONE' });
    const gone = await make('left behind', { projectId: 'GONE' });
    const waiting = await make('left waiting');
    const tie = () =>
      ada.post(`/api/tickets/${waiting.id}/relations`, { kind: 'blocked_by', ticketId: gone.id });
    await tie();
    const ready = async () =>
      (await ada.get('/api/tickets?ready=true&search=left')).body.data.map((item: { id: string }) => item.id);
    assert.deepEqual(await ready(), [gone.id]);
    await ada.delete('/api/project/GONE');
    assert.deepEqual(await ready(), [waiting.id]);
    assert.deepEqual(Object.keys((await tie()).body.error.details), ['ticketId']);
    const adopted = await ada.put(`/api/tickets/${waiting.id}`, { parentId: gone.id });
    assert.deepEqual(Object.keys(adopted.body.error.details), ['parentId']);
  });

  test('the filter ready selects open tickets that no open ticket blocks', async () => {
    const [blocker, blocked] = [await make('ready one'), await make('ready two')];
    await make('ready done', { status: 'done' });
    await ada.post(`/api/tickets/${blocker.id}/relations`, { kind: 'blocks', ticketId: blocked.id });
    const ready = async () =>
      (await ada.get('/api/tickets?ready=true&search=ready&sort=title&order=asc')).body.data.map(
        (item: { title: string }) => item.title,
      );
    assert.deepEqual(await ready(), ['ready one']);
    await ada.put(`/api/tickets/${blocker.id}/status`, { status: 'cancelled' });
    assert.deepEqual(await ready(), ['ready two']);
    assert.equal((await ada.get('/api/tickets?ready=perhaps')).status, 400);
  });

  test('the history of a ticket lists who did what, newest first', async () => {
    const ticket = await make('Storied');
    await ben.put(`/api/tickets/${ticket.id}/status`, { status: 'todo' });
    await ben.post(`/api/tickets/${ticket.id}/comments`, { content: 'Hm' });
    await ada.post(`/api/tickets/${ticket.id}/time-logs`, { minutes: 5 });
    const { data, pagination } = (await ada.get(`/api/tickets/${ticket.id}/history`)).body;
    assert.deepEqual(
      data.map((entry: { type: string; actor: { name: string } }) => `${entry.actor.name} ${entry.type}`),
      [
        'Ada time_log.created',
        'Ben comment.created',
        'Ben ticket.status_changed',
        'Ben ticket.updated',
        'Ada ticket.created',
      ],
    );
    assert.equal(pagination.total, 5);
    assert.deepEqual(data[3].changes, { status: { from: 'backlog', to: 'todo' } });
    assert.match(data[0].description, /^logged 5 minutes on WORK-\d+ Storied$/);
  });

  test('relations to tickets that the caller may not read are listed without the ticket', async () => {
    const secret = (await ada.post('/api/tickets', { title: 'Secret' })).body.data;
    const open = await make('Open');
    await ada.post(`/api/tickets/${open.id}/relations`, { kind: 'relates', ticketId: secret.id });
    assert.equal((await ada.get(`/api/tickets/${open.id}/relations`)).body.pagination.total, 1);
    const [hidden] = (await ben.get(`/api/tickets/${open.id}/relations`)).body.data;
    assert.deepEqual([hidden.kind, hidden.ticketId, hidden.ticket], ['relates', secret.id, null]);
    const guess = await ben.post(`/api/tickets/${open.id}/relations`, {
      kind: 'blocks',
      ticketId: secret.id,
    });
    assert.deepEqual(Object.keys(guess.body.error.details), ['ticketId']);
  });
});
