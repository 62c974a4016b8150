import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { dayMs } from '../../platform/clock.ts';

onEveryEngine('forecast', (engine) => {
  let world: World;
  let ada: Person;
  let project: string;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    project = (await ada.post('/api/projects', { name: 'Forecast', key: 'FC' })).body.data.id;
    // One ticket on each of 30 days, weekends too.
    for (let day = 0; day < 30; day++) {
      await ada.post('/api/tickets', { title: 'Done', projectId: project, status: 'done' });
      world.clock.advance(dayMs);
    }
    for (let ticket = 0; ticket < 5; ticket++) {
      await ada.post('/api/tickets', { title: 'Open', projectId: project, status: 'todo' });
    }
    await ada.post('/api/tickets', { title: 'Cancelled', projectId: project, status: 'cancelled' });
  });
  after(() => world.close());

  const forecast = async (query: string) => (await ada.get(`/api/project/FC/forecast?${query}`)).body;
  const dateAfter = (days: number) => new Date(world.clock.now() + days * dayMs).toISOString().slice(0, 10);

  test('the open tickets of a project are done after as many days as it needs for them', async () => {
    const { data } = await forecast('period=week&timezone=UTC');
    assert.equal(data.remaining, 5);
    assert.deepEqual(data.history, { from: dateAfter(-7), to: dateAfter(-1), completed: 7 });
    assert.deepEqual(data.done, { p50: dateAfter(4), p85: dateAfter(4), p95: dateAfter(4) });
    assert.deepEqual(data.days[1], { date: dateAfter(1), p50: 2, p85: 2, p95: 2 });
  });

  test('a number of tickets and a day are answered', async () => {
    const { data } = await forecast(`period=week&timezone=UTC&tickets=10&by=${dateAfter(6)}`);
    assert.equal(data.done.p85, dateAfter(9));
    assert.deepEqual(data.by, { date: dateAfter(6), p50: 7, p85: 7, p95: 7 });
  });

  test('a group has its own number of open tickets, and must belong to the project', async () => {
    const { id } = (await ada.post('/api/groups', { name: 'Sprint', projectId: project })).body.data;
    await ada.post('/api/tickets', { title: 'In it', projectId: project, groupId: id });
    assert.equal((await forecast(`group=${id}`)).data.remaining, 1);
    const other = (await ada.post('/api/projects', { name: 'Other', key: 'OTHER' })).body.data;
    const elsewhere = (await ada.post('/api/groups', { name: 'Sprint', projectId: other.id })).body.data;
    const { error } = await forecast(`group=${elsewhere.id}`);
    assert.deepEqual(error.details, { group: ['Group does not exist in this project'] });
  });

  test('days before the project count as little as they should', async () => {
    const { data } = await forecast('period=year&timezone=UTC');
    assert.deepEqual(data.history, { from: dateAfter(-30), to: dateAfter(-1), completed: 30 });
    assert.equal(data.done.p95, dateAfter(5));
  });

  test('the same question has the same answer', async () => {
    const irregular = async () => (await forecast('period=month&timezone=Europe/Vienna')).data;
    assert.deepEqual(await irregular(), await irregular());
  });

  test('questions without sense are refused with a sentence', async () => {
    assert.deepEqual((await forecast(`by=${dateAfter(0)}&timezone=UTC`)).error.details, {
      by: ['By must be after today, at most 730 days'],
    });
    assert.deepEqual((await forecast('tickets=3&group=018f3c5e-7a7b-7c1d-8e2f-3a4b5c6d7e8f')).error.details, {
      tickets: ['Give tickets or group, not both'],
    });
    assert.ok((await forecast('timezone=Nowhere')).error.details.timezone);
  });

  test('a project in which nothing was completed gets no day', async () => {
    const { id } = (await ada.post('/api/projects', { name: 'New' })).body.data;
    await ada.post('/api/tickets', { title: 'Open', projectId: id });
    const { data } = (await ada.get(`/api/project/${id}/forecast`)).body;
    assert.equal(data.remaining, 1);
    assert.deepEqual(data.done, {});
    assert.equal(data.pastCheck, undefined);
  });
});
