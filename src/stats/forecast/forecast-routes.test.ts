import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { dayMs } from '../../platform/clock.ts';
import type { Queries } from '../../platform/db/index.ts';
import type { Scope } from '../../users/index.ts';
import { listForecasts } from './list-forecasts.ts';

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

  test('if as many tickets arrive as are done, the forecast says that it does not end at this rate', async () => {
    const { data } = await forecast('period=year&timezone=UTC');
    const { days, pastCheck: _, ...flow } = data.flow;
    assert.deepEqual(flow, {
      verdict: 'growing',
      // The first day, which filled the project, is no arrival.
      history: {
        ...{ from: dateAfter(-29), to: dateAfter(-1), arrived: 29, completed: 29 },
        ...{ arrivedPerWeek: 7, completedPerWeek: 7 },
      },
      endingRuns: 0,
      done: {},
    });
    const same = (tickets: number) => ({ low: tickets, p50: tickets, high: tickets });
    assert.deepEqual(days[1], {
      ...{ date: dateAfter(1), arrived: same(2), completed: same(2) },
      open: { p50: data.remaining, p85: data.remaining, p95: data.remaining },
    });
    assert.equal((await forecast('tickets=3')).data.flow, undefined);
  });

  test('cancelled, deleted and reopened tickets change what arrived, and done ones end the forecast', async () => {
    const created = (await ada.post('/api/projects', { name: 'Flow', key: 'FLOW' })).body.data;
    const add = async (status: string) =>
      (await ada.post('/api/tickets', { title: 'Work', projectId: created.id, status })).body.data.id;
    const move = (id: string, status: string) => ada.put(`/api/tickets/${id}/status`, { status });
    const filled = [];
    for (let ticket = 0; ticket < 60; ticket++) filled.push(await add('todo'));
    for (let day = 0; day < 30; day++) {
      world.clock.advance(dayMs);
      await move(filled[day], 'done');
    }
    const flow = async () =>
      (await ada.get('/api/project/FLOW/forecast?period=month&timezone=UTC')).body.data.flow;
    world.clock.advance(dayMs);
    const before = await flow();
    assert.deepEqual([before.history.arrived, before.history.completed], [0, 30]);
    assert.equal(before.verdict, 'ends');
    assert.equal(before.endingRuns, 100);
    assert.equal(before.done.p85, dateAfter(29));
    await move(filled[30], 'cancelled');
    await ada.delete(`/api/tickets/${filled[31]}`);
    await move(filled[5], 'todo');
    await add('backlog');
    await add('done');
    world.clock.advance(dayMs);
    const after = (await flow()).history;
    // Reopened 1, created 2, cancelled 1, deleted 1; the reopened ticket left on the day on which it was done first.
    assert.deepEqual([after.arrived, after.completed], [before.history.arrived, 29]);
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
    assert.equal(data.flow.verdict, 'too_young');
  });

  test('the forecasts of several projects say what the forecast of each says', async () => {
    const [shrinking, growing, young] = await Promise.all(
      ['Shrinking', 'Growing', 'Young'].map(
        async (name) => (await ada.post('/api/projects', { name })).body.data.id,
      ),
    );
    const open: string[] = [];
    for (let ticket = 0; ticket < 25; ticket++)
      open.push((await ada.post('/api/tickets', { title: 'Open', projectId: shrinking })).body.data.id);
    await ada.post('/api/tickets', { title: 'First', projectId: growing });
    for (const ticket of open.slice(0, 20)) {
      world.clock.advance(dayMs);
      await ada.put(`/api/tickets/${ticket}/status`, { status: 'done' });
      for (const status of ['done', 'todo'])
        await ada.post('/api/tickets', { title: 'Another', projectId: growing, status });
    }
    const ids = [shrinking, growing, young];
    const { data } = (await ada.get(`/api/forecasts?ids=${ids}&timezone=UTC`)).body;
    for (const id of ids) {
      const alone = (await ada.get(`/api/project/${id}/forecast?timezone=UTC`)).body.data;
      const listed = data.forecasts.find(({ projectId }: { projectId: string }) => projectId === id);
      assert.equal(listed.remaining, alone.remaining);
      assert.equal(listed.flow.verdict, alone.flow.verdict);
      assert.deepEqual(listed.flow.history, alone.flow.history);
      if (alone.flow.verdict === 'ends') assert.deepEqual(listed.flow.done, alone.flow.done);
    }
    const verdicts = new Set(data.forecasts.map(({ flow }: { flow: { verdict: string } }) => flow.verdict));
    assert.deepEqual(verdicts, new Set(['ends', 'growing', 'nothing_open']));
  });

  test('the forecasts of several projects leave out those that the caller may not read', async () => {
    const grace = await world.person('Grace');
    const own = (await grace.post('/api/projects', { name: 'Own' })).body.data.id;
    const hidden = { name: 'Hidden', visibility: 'private' };
    const other = (await ada.post('/api/projects', hidden)).body.data.id;
    const { data } = (await grace.get(`/api/forecasts?ids=${other},${own},unknown`)).body;
    assert.deepEqual(
      data.forecasts.map(({ projectId }: { projectId: string }) => projectId),
      [own],
    );
    const many = Array.from({ length: 101 }, (_, index) => `p${index}`);
    const refused = await grace.get(`/api/forecasts?ids=${many}`);
    assert.equal(refused.status, 400);
    assert.deepEqual(refused.body.error.details, { ids: ['Ids must have at most 100 entries'] });
  });

  test('the forecasts of many projects take as many statements as that of one', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++)
      ids.push((await ada.post('/api/projects', { name: `Many ${index}` })).body.data.id);
    const statementsOf = async (asked: string[]) => {
      let statements = 0;
      const counted = (queries: Queries): Queries => ({
        find(statement, params) {
          statements++;
          return queries.find(statement, params);
        },
        list(statement, params) {
          statements++;
          return queries.list(statement, params);
        },
        run: (statement, params) => queries.run(statement, params),
      });
      const { db, clock } = world;
      const scope = {
        actor: { userId: ada.id, role: 'USER' as const, isAgent: false, agentOwnerId: null, source: {} },
        db: { ...db, reads: counted(db.reads), workerReads: counted(db.workerReads) },
        clock,
      };
      const { forecasts } = await listForecasts(scope as unknown as Scope, asked, {});
      assert.equal(forecasts.length, asked.length);
      return statements;
    };
    assert.equal(await statementsOf(ids), await statementsOf(ids.slice(0, 1)));
  });
});
