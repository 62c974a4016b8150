import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

onEveryEngine('estimates', (engine) => {
  let world: World;
  let ada: Person;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'Work', key: 'WORK', estimateUnit: 'points' });
  });
  after(() => world.close());

  const make = async (estimate: unknown, more: object = {}) =>
    ada.post('/api/tickets', { title: 'Part', projectId: 'WORK', estimate, ...more });

  test('an estimate is a number from 0 with at most two decimals', async () => {
    for (const estimate of [0, 0.07, 1.1, 2.5, 100_000])
      assert.equal((await make(estimate)).body.data.estimate, estimate);
    assert.equal((await make(null)).body.data.estimate, undefined);
    for (const estimate of [-1, 0.123, 100_001, '3', true]) {
      const { status, body } = await make(estimate);
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['estimate']], String(estimate));
    }
    const { body } = await make(0.123);
    assert.deepEqual(body.error.details.estimate, ['Estimate must be a multiple of 0.01']);
  });

  test('changes of an estimate are in events, rows, bulk answers and exports', async () => {
    const { id, key } = (await make(3)).body.data;
    const changed = await ada.put(`/api/tickets/${id}`, { estimate: 0.5 });
    assert.equal(changed.body.data.estimate, 0.5);
    const event = (await world.events()).findLast(({ type }) => type === 'ticket.updated');
    const data = JSON.parse(event?.data ?? '{}');
    assert.deepEqual([data.changes, data.ticket.estimate], [{ estimate: { from: 3, to: 0.5 } }, 0.5]);
    const { former } = (await ada.post('/api/tickets/bulk', { tickets: [{ id, estimate: null }] })).body;
    assert.deepEqual(former, [{ estimate: 0.5 }]);
    const [row] = (await ada.get(`/api/tickets?ids=${id}&fields=row`)).body.data;
    assert.equal(row.estimate, null);
    await ada.post('/api/tickets/bulk', { tickets: [{ id, ...former[0] }] });
    const { body: file } = await ada.get('/api/tickets/export?project=WORK&format=json');
    assert.equal(file.data.find((ticket: { key: string }) => ticket.key === key).estimate, 0.5);
    const csv = await world.app.inject({
      url: '/api/tickets/export?project=WORK',
      headers: { cookie: ada.cookie },
    });
    const [head = '', ...lines] = csv.body.split('\r\n');
    const column = head.split(',').indexOf('estimate');
    assert.equal(lines.find((line) => line.startsWith(`${key},`))?.split(',')[column], '0.5');
  });

  test('the query language compares estimates and names what is no number', async () => {
    await ada.post('/api/projects', { name: 'Other', key: 'OTHER' });
    for (const estimate of [null, 1, 3, 5])
      await make(estimate, { projectId: 'OTHER', title: `E${estimate}` });
    const find = async (filter: string) => {
      const query = new URLSearchParams({ project: 'OTHER', filter, sort: 'title', order: 'asc' });
      const { body } = await ada.get(`/api/tickets?${query}`);
      return body.data?.map(({ title }: { title: string }) => title) ?? body.error.details.filter;
    };
    assert.deepEqual(await find('estimate >= 3'), ['E3', 'E5']);
    assert.deepEqual(await find('estimate != 3 and not estimate > 4'), ['E1', 'Enull']);
    assert.deepEqual(await find('estimate = none'), ['Enull']);
    assert.match((await find('estimate < big'))[0], /^Column 12: “big” is no number; expected one such as 3/);
    assert.match((await find('estimate < none'))[0], /none can be compared by = and != only/);
  });

  test('a project has a unit of estimates and the sums of them', async () => {
    const { data } = (await ada.post('/api/projects', { name: 'Sums', key: 'SUMS' })).body;
    assert.equal(data.estimateUnit, 'none');
    const unit = await ada.put('/api/project/SUMS', { estimateUnit: 'hours' });
    assert.equal(unit.body.data.estimateUnit, 'hours');
    assert.equal((await ada.put('/api/project/SUMS', { estimateUnit: 'days' })).status, 400);
    await make(0.1, { projectId: 'SUMS' });
    await make(0.2, { projectId: 'SUMS', status: 'in_progress' });
    const { id } = (await make(4, { projectId: 'SUMS', status: 'done' })).body.data;
    assert.equal((await ada.get(`/api/tickets/${id}`)).body.data.project.estimateUnit, 'hours');
    const { estimates } = (await ada.get('/api/project/SUMS/stats')).body.data;
    assert.deepEqual(estimates, { total: 4.3, open: 0.1, inProgress: 0.2, completed: 4 });
  });
});
