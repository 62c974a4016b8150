import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs } from '../platform/clock.ts';

onEveryEngine('dates in lists of tickets', (engine) => {
  let world: World;
  let ada: Person;

  // The clock starts at 2026-11-01. Due dates are those of Ada's zone, where a day begins at 11:00 UTC of the day before.
  const tickets = [
    { title: 'past', dueDate: '2026-10-30' },
    { title: 'past and done', dueDate: '2026-10-30', status: 'done' },
    { title: 'past and cancelled', dueDate: '2026-10-29', status: 'cancelled' },
    { title: 'soon', dueDate: '2026-12-24' },
    { title: 'later', dueDate: '2026-12-25' },
    { title: 'undated' },
    { title: 'undated too' },
  ];

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    await ada.put('/api/user/preferences', { timezone: 'Pacific/Auckland' });
    await ada.post('/api/projects', { name: 'Dates', key: 'DAT' });
    for (const ticket of tickets) {
      await ada.post('/api/tickets', { ...ticket, projectId: 'DAT' });
      world.clock.advance(dayMs);
    }
  });
  after(() => world.close());

  const titles = async (query: string, order = 'sort=createdAt&order=asc') => {
    const { status, body } = await ada.get(`/api/tickets?${order}&${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.pagination.total, body.data.length);
    return body.data.map(({ title }: { title: string }) => title);
  };

  test('tickets without a due date are last in both directions, ties by id', async () => {
    const ascending = await titles('', 'sort=dueDate&order=asc');
    assert.deepEqual(ascending, [
      'past and cancelled',
      'past',
      'past and done',
      'soon',
      'later',
      'undated',
      'undated too',
    ]);
    assert.deepEqual(await titles('', 'sort=dueDate&order=desc'), [
      'later',
      'soon',
      'past and done',
      'past',
      'past and cancelled',
      'undated too',
      'undated',
    ]);
    assert.deepEqual(await titles('search=past', 'sort=dueDate&order=asc'), ascending.slice(0, 3));
  });

  test('a date in dueAfter and dueBefore is the start of that day in the zone of the caller', async () => {
    assert.deepEqual(await titles('dueAfter=2026-12-24&dueBefore=2026-12-25'), ['soon']);
    assert.deepEqual(await titles('dueAfter=2026-12-25'), ['later']);
    assert.deepEqual(await titles('dueBefore=2026-12-24&status=backlog'), ['past']);
  });

  test('the lower bound is part of a range and the upper bound is not', async () => {
    const { dueDate } = (await ada.get('/api/tickets?search=soon')).body.data[0];
    assert.deepEqual(await titles(`dueAfter=${dueDate}&dueBefore=2027-01-01`), ['soon', 'later']);
    assert.deepEqual(await titles(`dueAfter=2026-12-01&dueBefore=${dueDate}`), []);
  });

  test('ranges of creation and change combine with each other and with words', async () => {
    assert.deepEqual(await titles('createdAfter=2026-11-07'), ['undated', 'undated too']);
    assert.deepEqual(await titles('createdAfter=2026-11-06T00:00:00Z&createdBefore=2026-11-07T00:00:00Z'), [
      'undated',
    ]);
    const [{ id }] = (await ada.get('/api/tickets?search=soon')).body.data;
    const since = new Date(world.clock.now()).toISOString();
    await ada.put(`/api/tickets/${id}`, { priority: 'high' });
    assert.deepEqual(await titles(`updatedSince=${since}`), ['soon']);
    assert.deepEqual(await titles(`updatedSince=${since}&dueBefore=2026-12-01`), []);
    assert.deepEqual(await titles('search=dated%20too&createdAfter=2026-11-07'), ['undated too']);
    assert.deepEqual(await titles('search=past&dueAfter=2026-10-30'), ['past', 'past and done']);
  });

  test('overdue tickets are open and past their due date, as in the statistics', async () => {
    assert.deepEqual(await titles('overdue=true'), ['past']);
    assert.deepEqual(await titles('overdue=true&search=past'), ['past']);
    assert.equal((await titles('overdue=false')).length, tickets.length);
    assert.equal((await ada.get('/api/tickets/stats')).body.data.metrics.overdue, 1);
  });

  test('an export takes the same ranges', async () => {
    const { body } = await ada.get('/api/tickets/export?format=json&dueAfter=2026-12-24&overdue=false');
    assert.deepEqual(
      body.data.map(({ title }: { title: string }) => title),
      ['soon', 'later'],
    );
  });

  test('a date that is malformed, impossible, out of range or given twice is refused by name', async () => {
    const wrong = [
      'tomorrow',
      '2026-02-30',
      '10000-01-01',
      '-000001-01-01',
      '2026-01-01,2026-01-02',
      '1767225600000',
    ];
    for (const name of ['dueAfter', 'dueBefore', 'createdAfter', 'createdBefore', 'updatedSince']) {
      for (const value of wrong) {
        const { status, body } = await ada.get(`/api/tickets?${name}=${value}`);
        assert.deepEqual([status, Object.keys(body.error.details)], [400, [name]], `${name}=${value}`);
      }
      for (const value of ['0000-01-01', '9999-12-31', '9999-12-31T23:59:59.999999999Z'])
        assert.equal((await ada.get(`/api/tickets?${name}=${value}`)).status, 200, `${name}=${value}`);
    }
    assert.equal((await ada.get('/api/tickets?overdue=yes')).status, 400);
  });
});
