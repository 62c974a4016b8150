import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { dayMs } from '../../platform/clock.ts';
import { advanceDueCycles } from './advance-cycles.ts';

interface Cycle {
  id: string;
  name: string;
  startsAt: string;
  endsAt: string;
}

onEveryEngine('schedules of cycles', (engine) => {
  let world: World;
  let ada: Person;
  let count = 0;

  // Sessions end after weeks without a request, so each test has a world of its own.
  beforeEach(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
  });
  afterEach(() => world.close());

  const newProject = async () =>
    (await ada.post('/api/projects', { name: 'Rhythm', key: `R${++count}` })).body.data.id as string;
  const set = async (project: string, fields: object) => {
    const { status, body } = await ada.put(`/api/project/${project}/cycle-schedule`, fields);
    assert.equal(status, 200);
    return body.data;
  };
  const weekly = {
    active: true,
    lengthWeeks: 1,
    startDay: 'monday',
    timezone: 'Europe/Vienna',
    plannedAhead: 1,
  };
  const cyclesOf = async (project: string) =>
    (await ada.get(`/api/groups?project=${project}`)).body.data as Cycle[];
  const advance = () => advanceDueCycles(world.db, world.clock);
  const advanceTo = async (iso: string, plusMs = 0) => {
    world.clock.advance(Date.parse(iso) - world.clock.now() + plusMs);
    await advance();
  };
  const make = async (projectId: string, groupId: string, status = 'todo') =>
    (await ada.post('/api/tickets', { title: 'Part', projectId, groupId, status })).body.data.id as string;
  const groupOf = async (ticket: string) => (await ada.get(`/api/tickets/${ticket}`)).body.data.groupId;
  const cycleEvents = async (project: string) =>
    (await world.events())
      .filter(({ type, projectId }) => type.startsWith('cycle.') && projectId === project)
      .map(({ type, data }) => [type, JSON.parse(data)] as const);
  const happened = async (project: string) =>
    (await cycleEvents(project)).map(([type, { cycle }]) => `${type} ${cycle.name}`);

  test('a project has no schedule until somebody sets one', async () => {
    const project = await newProject();
    const { body } = await ada.get(`/api/project/${project}/cycle-schedule`);
    assert.deepEqual(body.data, {
      active: false,
      timezone: 'UTC',
      lengthWeeks: 2,
      startDay: 'monday',
      plannedAhead: 2,
      carryOver: true,
    });
    await advance();
    assert.deepEqual(await cyclesOf(project), []);
  });

  test('an active schedule plans, starts and ends cycles, and carries open tickets over', async () => {
    const project = await newProject();
    const { nextAt } = await set(project, weekly);
    const [first] = await cyclesOf(project);
    assert.ok(first);
    assert.equal(nextAt, first.startsAt);
    assert.deepEqual(await happened(project), []);
    const [open, done] = [await make(project, first.id), await make(project, first.id, 'done')];

    await advanceTo(first.startsAt);
    assert.deepEqual(await happened(project), ['cycle.started Cycle 1']);
    const [, second] = await cyclesOf(project);
    assert.ok(second);
    assert.equal(Date.parse(second.startsAt), Date.parse(first.endsAt) + 1);

    await advanceTo(second.startsAt);
    assert.deepEqual(await happened(project), [
      'cycle.started Cycle 1',
      'cycle.ended Cycle 1',
      'cycle.started Cycle 2',
    ]);
    const [, [, ended] = []] = await cycleEvents(project);
    assert.deepEqual(
      [ended.next, ended.completed, ended.carriedOver, ended.user.name],
      [{ id: second.id, name: 'Cycle 2' }, 1, 1, 'Ada'],
    );
    assert.deepEqual([await groupOf(open), await groupOf(done)], [second.id, first.id]);
  });

  test('several processes at once start and end each cycle once', async () => {
    const project = await newProject();
    await set(project, weekly);
    const [first] = await cyclesOf(project);
    const tickets = await Promise.all(Array.from({ length: 5 }, () => make(project, first?.id ?? '')));
    world.clock.advance(Date.parse(first?.endsAt ?? '') - world.clock.now() + 1);
    await Promise.all([advance(), advance(), advance()]);
    await advance();
    assert.deepEqual(await happened(project), [
      'cycle.started Cycle 1',
      'cycle.ended Cycle 1',
      'cycle.started Cycle 2',
    ]);
    const moves = (await world.events()).filter(
      ({ type, ticketId }) => type === 'ticket.updated' && tickets.includes(ticketId ?? ''),
    );
    assert.equal(moves.length, 5);
  });

  test('more open tickets than one transaction moves are all carried over, and counted', async () => {
    const project = await newProject();
    await set(project, weekly);
    const [first] = await cyclesOf(project);
    const tickets = Array.from({ length: 130 }, () => ({
      title: 'Part',
      projectId: project,
      groupId: first?.id,
    }));
    for (const _ of [1, 2]) assert.equal((await ada.post('/api/tickets/bulk', { tickets })).status, 201);
    await advanceTo(first?.endsAt ?? '', 1);
    const [, [, ended] = []] = await cycleEvents(project);
    assert.deepEqual([ended.carriedOver, ended.completed], [260, 0]);
  });

  test('after a stop of weeks every end is recorded once, and open tickets go to the cycle that runs now', async () => {
    const project = await newProject();
    await set(project, { ...weekly, plannedAhead: 2 });
    const [first, second] = await cyclesOf(project);
    const [early, late] = [await make(project, first?.id ?? ''), await make(project, second?.id ?? '')];
    await advanceTo(first?.startsAt ?? '', 24 * dayMs);
    assert.deepEqual(await happened(project), [
      'cycle.started Cycle 1',
      'cycle.ended Cycle 1',
      'cycle.started Cycle 2',
      'cycle.ended Cycle 2',
      'cycle.started Cycle 3',
    ]);
    const cycles = await cyclesOf(project);
    assert.equal(cycles.length, 5);
    assert.deepEqual([await groupOf(early), await groupOf(late)], [cycles[2]?.id, cycles[2]?.id]);
  });

  test('without carry-over the tickets stay in their cycle', async () => {
    const project = await newProject();
    await set(project, { ...weekly, carryOver: false });
    const [first] = await cyclesOf(project);
    const ticket = await make(project, first?.id ?? '');
    await advanceTo(first?.endsAt ?? '', 1);
    assert.equal(await groupOf(ticket), first?.id);
    const [, [, ended] = []] = await cycleEvents(project);
    assert.deepEqual([ended.next, ended.carriedOver], [null, 0]);
  });

  test('a paused schedule does nothing, and what passed during the pause is not made up for', async () => {
    const project = await newProject();
    await set(project, weekly);
    const [first] = await cyclesOf(project);
    const ticket = await make(project, first?.id ?? '');
    await advanceTo(first?.startsAt ?? '');
    await set(project, { active: false });
    await advanceTo(first?.endsAt ?? '', 3 * dayMs);
    assert.deepEqual(await happened(project), ['cycle.started Cycle 1']);
    await set(project, { active: true });
    assert.deepEqual(await happened(project), ['cycle.started Cycle 1']);
    assert.equal(await groupOf(ticket), first?.id);
    const [, second, third] = await cyclesOf(project);
    await advanceTo(second?.endsAt ?? '', 1);
    assert.deepEqual((await happened(project)).slice(1), ['cycle.ended Cycle 2', 'cycle.started Cycle 3']);
    assert.ok(third);
  });

  test('a cycle whose end is moved ends at its new end', async () => {
    const project = await newProject();
    await set(project, weekly);
    const [first] = await cyclesOf(project);
    await advanceTo(first?.startsAt ?? '');
    const sooner = new Date(world.clock.now() + dayMs).toISOString();
    await ada.put(`/api/groups/${first?.id}`, { endsAt: sooner });
    await advanceTo(sooner);
    assert.deepEqual(await happened(project), ['cycle.started Cycle 1', 'cycle.ended Cycle 1']);
  });

  test('cycles of an archived project neither start nor end', async () => {
    const project = await newProject();
    await set(project, weekly);
    const [first] = await cyclesOf(project);
    await ada.put(`/api/project/${project}`, { status: 'archived' });
    await advanceTo(first?.startsAt ?? '');
    assert.deepEqual(await happened(project), []);
  });

  test('a schedule that is set again as it is changes nothing, and a zone that does not exist is refused', async () => {
    const project = await newProject();
    await set(project, weekly);
    const before = (await world.events()).length;
    await set(project, weekly);
    assert.equal((await world.events()).length, before);
    const { status, body } = await ada.put(`/api/project/${project}/cycle-schedule`, {
      timezone: 'Mars/Base',
    });
    assert.deepEqual([status, Object.keys(body.error.details)], [400, ['timezone']]);
  });
});
