import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs } from '../platform/clock.ts';

onEveryEngine('cycles', (engine) => {
  let world: World;
  let ada: Person;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const iso = (days: number) => new Date(world.clock.now() + days * dayMs).toISOString();
  const newProject = async () =>
    (await ada.post('/api/projects', { name: 'Cycles', key: `C${++count}` })).body.data.id as string;
  const newGroup = async (projectId: string, from: number, to: number, kind = 'cycle') => {
    const fields = { name: `Sprint ${from}`, kind, projectId, startsAt: iso(from), endsAt: iso(to) };
    return (await ada.post('/api/groups', fields)).body.data.id as string;
  };
  const make = async (projectId: string, fields: object = {}) =>
    (await ada.post('/api/tickets', { title: 'Part', projectId, ...fields })).body.data.id as string;
  const change = async (id: string, fields: object) =>
    assert.equal((await ada.put(`/api/tickets/${id}`, fields)).status, 200);
  const report = async (id: string) => (await ada.get(`/api/groups/${id}/report?timezone=UTC`)).body.data;
  const amounts = (tickets: number, estimate: number) => ({ tickets, estimate });

  test('a report tells the scope at the start, what came and left, what is done and what was carried over', async () => {
    const project = await newProject();
    const [cycle, next] = [await newGroup(project, 1, 8), await newGroup(project, 8, 15)];
    const planned = [];
    for (const estimate of [1, 2, 3, 0.5]) planned.push(await make(project, { groupId: cycle, estimate }));
    const [done = '', carried = '', removed = '', deleted = ''] = planned;
    world.clock.advance(2 * dayMs);
    const added = await make(project, { groupId: cycle, estimate: 5 });
    await change(removed, { groupId: null });
    await ada.delete(`/api/tickets/${deleted}`);
    world.clock.advance(dayMs);
    await change(done, { status: 'done' });
    await change(added, { status: 'cancelled' });
    world.clock.advance(6 * dayMs);
    const { body } = await ada.post(`/api/groups/${cycle}/carry-over`, {});
    assert.deepEqual([body.data.to.id, body.data.ticketIds], [next, [carried]]);
    const { days, startsAt: _, endsAt: __, ...summary } = await report(cycle);
    assert.deepEqual(summary, {
      timezone: 'UTC',
      atStart: amounts(3, 6),
      added: amounts(1, 5),
      removed: amounts(1, 3),
      carriedOver: amounts(1, 2),
      now: amounts(2, 6),
      completed: amounts(1, 1),
    });
    assert.equal(days.length, 8);
    const tickets = (figure: string) =>
      days.map((day: Record<string, { tickets: number }>) => day[figure]?.tickets);
    assert.deepEqual(tickets('scope'), [3, 3, 3, 3, 3, 3, 3, 3]);
    assert.deepEqual(tickets('added'), [0, 1, 0, 0, 0, 0, 0, 0]);
    assert.deepEqual(tickets('removed'), [0, 1, 0, 0, 0, 0, 0, 0]);
    assert.deepEqual(tickets('completed'), [0, 0, 1, 1, 1, 1, 1, 1]);
    assert.deepEqual((await report(next)).atStart, amounts(0, 0));
    assert.deepEqual((await report(next)).added, amounts(1, 2));
  });

  test('a carry-over records the events of single changes, and a repeated one changes nothing', async () => {
    const project = await newProject();
    const [cycle, next] = [await newGroup(project, -7, 0), await newGroup(project, 0, 7)];
    const ids = [await make(project, { groupId: cycle }), await make(project, { groupId: cycle })];
    const seq = (await world.events()).at(-1)?.seq ?? 0;
    const carry = async (body: object = {}) => (await ada.post(`/api/groups/${cycle}/carry-over`, body)).body;
    assert.deepEqual((await carry()).data.ticketIds.sort(), ids.sort());
    assert.deepEqual((await carry()).data.ticketIds, []);
    const events = (await world.events()).filter((event) => event.seq > seq);
    assert.deepEqual(
      events.map(({ type, data }) => [type, JSON.parse(data).changes]),
      Array(2).fill(['ticket.updated', { groupId: { from: cycle, to: next } }]),
    );
  });

  test('a carry-over needs a later cycle or another group of the project', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const cycle = await newGroup(project, 0, 7);
    const ticket = await make(project, { groupId: cycle });
    const carry = (body: object = {}) => ada.post(`/api/groups/${cycle}/carry-over`, body);
    assert.equal((await carry()).status, 409);
    for (const to of [cycle, await newGroup(other, 7, 14), 'nowhere'])
      assert.deepEqual(Object.keys((await carry({ to })).body.error.details), ['to']);
    const milestone = await newGroup(project, 0, 30, 'milestone');
    assert.equal((await carry()).status, 409, 'a milestone is no cycle');
    assert.deepEqual((await carry({ to: milestone })).body.data.ticketIds, [ticket]);
    assert.deepEqual((await report(cycle)).removed, { tickets: 1, estimate: 0 });
  });
});
