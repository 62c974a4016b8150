import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs, hourMs, secondMs } from '../platform/clock.ts';

onEveryEngine('flow of tickets', (engine) => {
  let world: World;
  let ada: Person;
  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'Flow', key: 'FLOW' });
  });
  after(() => world.close());

  const create = async (fields: object = {}) =>
    (await ada.post('/api/tickets', { title: 'A ticket', projectId: 'FLOW', ...fields })).body.data;
  const move = (id: string, status: string) => ada.put(`/api/tickets/${id}/status`, { status });

  test('completed tickets have cycle time from the start of work and lead time from creation', async () => {
    const slow = await create();
    world.clock.advance(dayMs);
    await move(slow.id, 'in_progress');
    const direct = await create({ title: 'Never started' });
    world.clock.advance(2 * hourMs);
    await move(slow.id, 'done');
    world.clock.advance(hourMs);
    await move(direct.id, 'done');
    await create({ title: 'Open' });
    const { data, pagination } = (await ada.get('/api/project/FLOW/stats/tickets?limit=1')).body;
    assert.deepEqual([data[0].title, data[0].cycleSeconds], ['Never started', undefined]);
    assert.deepEqual([data[0].leadSeconds, pagination.total], [(3 * hourMs) / secondMs, 2]);
    const cursor = encodeURIComponent(pagination.nextCursor);
    const [second] = (await ada.get(`/api/project/FLOW/stats/tickets?limit=1&cursor=${cursor}`)).body.data;
    assert.deepEqual(
      [second.key, second.cycleSeconds, second.leadSeconds],
      [slow.key, (2 * hourMs) / secondMs, (dayMs + 2 * hourMs) / secondMs],
    );
    const tomorrow = (await ada.get('/api/project/FLOW/stats/tickets?from=2026-10-01&to=2026-10-02')).body;
    assert.equal(tomorrow.pagination.total, 0);
  });

  test('the burn-up of a group counts its tickets at the end of each day until today', async () => {
    const startsAt = new Date(world.clock.now()).toISOString();
    const endsAt = new Date(world.clock.now() + 10 * dayMs).toISOString();
    const group = (
      await ada.post('/api/groups', { name: 'Cycle', kind: 'cycle', projectId: 'FLOW', startsAt, endsAt })
    ).body.data;
    const first = await create({ groupId: group.id });
    const cancelled = await create({ groupId: group.id });
    await move(cancelled.id, 'cancelled');
    world.clock.advance(dayMs);
    await create({ groupId: group.id });
    await move(first.id, 'in_progress');
    world.clock.advance(dayMs);
    await move(first.id, 'done');
    const { data } = (await ada.get(`/api/groups/${group.id}/stats/series`)).body;
    assert.deepEqual(
      data.days.map(({ total, started, completed }: Record<string, number>) => [total, started, completed]),
      [
        [1, 0, 0],
        [2, 1, 0],
        [2, 1, 1],
      ],
    );
    assert.equal((await ada.get('/api/groups/nope/stats/series')).status, 404);
  });
});
