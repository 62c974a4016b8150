import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs, hourMs } from '../platform/clock.ts';

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);

onEveryEngine('statistics', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    await ada.post('/api/projects', { name: 'Figures', key: 'FIG' });
    await ada.post('/api/project/FIG/members', { userId: ben.id, role: 'member' });
    const make = (fields: object) => ada.post('/api/tickets', { title: 'T', projectId: 'FIG', ...fields });
    await make({ status: 'in_progress', dueDate: new Date(world.clock.now() + dayMs).toISOString() });
    // Two steps, because a session expires after 30 days without a request.
    for (const step of [20, 20]) {
      world.clock.advance(step * dayMs);
      await Promise.all([ada.get('/api/tickets'), ben.get('/api/tickets')]);
    }
    await make({ type: 'BUG', priority: 'high', assigneeId: ben.id });
    await make({
      status: 'todo',
      assigneeId: ben.id,
      dueDate: new Date(world.clock.now() - 1).toISOString(),
    });
    await make({ status: 'cancelled', dueDate: '2020-01-01' });
    world.clock.advance(2 * dayMs + 3 * hourMs);
    await ben.put('/api/tickets/FIG-2/status', { status: 'done' });
    await ben.post('/api/tickets/FIG-2/comments', { content: 'Done' });
    await ada.post('/api/projects', { name: 'Elsewhere', key: 'ELSE' });
    await ada.post('/api/tickets', { title: 'Other', projectId: 'ELSE' });
  });
  after(() => world.close());

  test('ticket statistics list every value, each map sums to the total, and the period ends now', async () => {
    const { data } = (await ada.get('/api/tickets/stats?project=fig')).body;
    assert.deepEqual(
      [data.period, data.total, data.endDate],
      ['month', 4, new Date(world.clock.now()).toISOString()],
    );
    assert.equal(Date.parse(data.endDate) - Date.parse(data.startDate), 30 * dayMs);
    assert.deepEqual(data.byStatus, {
      backlog: 0,
      todo: 1,
      in_progress: 1,
      in_review: 0,
      done: 1,
      cancelled: 1,
    });
    assert.deepEqual([data.byPriority.high, data.byType.BUG], [1, 1]);
    for (const map of [data.byStatus, data.byPriority, data.byType]) assert.equal(sum(map), 4);
    assert.deepEqual(data.metrics, {
      averageCompletionTime: '2 days 3 hours',
      completionRate: 0.25,
      overdue: 2,
      createdThisPeriod: 3,
      completedThisPeriod: 1,
    });
  });

  test('ticket statistics take the filters of the list, dates and conditions too', async () => {
    const stats = async (query: string) =>
      (await ada.get(`/api/tickets/stats?project=FIG&period=year&${query}`)).body.data;
    const listed = async (query: string) =>
      (await ada.get(`/api/tickets?project=FIG&limit=1&${query}`)).body.pagination.total;
    const today = new Date(world.clock.now()).toISOString().slice(0, 10);
    const condition = `filter=${encodeURIComponent('status in (done, cancelled) or priority = high')}`;
    for (const query of [
      'status=done,todo',
      `dueBefore=${today}`,
      `createdAfter=${today}`,
      'updatedSince=2026-11-02',
      'overdue=true',
      'undated=true',
      `search=fig-2`,
      condition,
      `${condition}&assignee=${ben.id}`,
    ]) {
      const { total, byStatus, byPriority } = await stats(query);
      assert.equal(total, await listed(query), query);
      assert.deepEqual([sum(byStatus), sum(byPriority)], [total, total], query);
    }
    const done = await stats('status=done');
    assert.deepEqual(done.metrics, {
      averageCompletionTime: '2 days 3 hours',
      completionRate: 1,
      overdue: 0,
      createdThisPeriod: 1,
      completedThisPeriod: 1,
    });
    const wrong = await ada.get(`/api/tickets/stats?filter=${encodeURIComponent('status = nowhere')}`);
    assert.deepEqual([wrong.status, Object.keys(wrong.body.error.details)], [400, ['filter']]);
  });

  test('ticket statistics filter by assignee and period, and count only visible tickets', async () => {
    const mine = (await ben.get('/api/tickets/stats?assignee=me&period=week')).body.data;
    assert.deepEqual([mine.total, mine.metrics.createdThisPeriod, mine.metrics.overdue], [2, 2, 1]);
    const nobodys = (await ada.get('/api/tickets/stats?assignee=none&project=FIG')).body.data;
    assert.deepEqual([nobodys.total, nobodys.byStatus.cancelled, nobodys.metrics.overdue], [2, 1, 1]);
    const either = (await ada.get(`/api/tickets/stats?assignee=none,${ben.id}&project=FIG`)).body.data;
    assert.deepEqual([either.total, either.metrics.completedThisPeriod], [4, 1]);
    assert.equal((await ada.get('/api/tickets/stats?period=year')).body.data.total, 5);
    assert.equal(
      (await ada.get('/api/tickets/stats?period=year&project=FIG')).body.data.metrics.createdThisPeriod,
      4,
    );
    const eve = await world.person('Eve');
    const nothing = (await eve.get('/api/tickets/stats?project=FIG')).body.data;
    assert.deepEqual(
      [nothing.total, nothing.metrics.completionRate, nothing.metrics.averageCompletionTime],
      [0, 0, '0 days'],
    );
    assert.deepEqual(Object.keys((await ada.get('/api/tickets/stats?period=decade')).body.error.details), [
      'period',
    ]);
  });

  test('project statistics count tickets, members and activity', async () => {
    const { data } = (await ben.get('/api/project/FIG/stats')).body;
    assert.deepEqual(data.tickets, { total: 4, open: 1, inProgress: 1, completed: 1, overdue: 2 });
    assert.deepEqual(data.members, { total: 2, active: 2 });
    assert.deepEqual(data.activity, { ticketsCreated: 3, ticketsCompleted: 1, comments: 1 });
    assert.equal(data.progress.completionRate, 0.25);
    assert.equal(data.progress.averageTicketAge, '22 days 3 hours');
    assert.ok(Math.abs(data.progress.velocity - 7 / 30) < 1e-9);
    assert.equal((await ada.get('/api/project/FIG/stats?period=x')).status, 400);
    assert.equal((await ada.get('/api/project/NONE/stats?period=x')).status, 404);
  });

  test('user statistics count the work of the caller', async () => {
    const { data } = (await ben.get('/api/user/stats')).body;
    assert.deepEqual(data.tickets, { created: 0, completed: 1, assigned: 2, overdue: 1 });
    assert.deepEqual(data.projects, { owned: 0, member: 1, active: 1 });
    assert.deepEqual(data.activity, { comments: 1, commits: 0, reviews: 0 });
    assert.deepEqual(data.productivity, {
      averageCompletionTime: '2 days 3 hours',
      completionRate: 0.5,
      activeHours: 1,
    });
    const hers = (await ada.get('/api/user/stats?period=year')).body.data;
    assert.deepEqual([hers.tickets.created, hers.projects.owned, hers.productivity.activeHours], [5, 2, 3]);
  });
});
