import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { notifyAll } from '../../../test/support/notifying.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { dayMs, hourMs } from '../../platform/clock.ts';
import { runDueSchedules } from './run-schedules.ts';

/** Monday, 16 November 2026, 08:00 in Vienna. */
const monday = Date.parse('2026-11-16T07:00:00Z');
const weekly = {
  name: 'Weekly report',
  rule: 'FREQ=WEEKLY;BYDAY=MO',
  startsAt: '2026-11-16T09:00',
  timezone: 'Europe/Vienna',
  ticket: { title: 'Write the report', priority: 'high', checklist: ['Numbers', 'Words'] },
};

onEveryEngine('schedules', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let keys = 0;
  let key: string;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada', 'ADMIN');
    ben = await world.person('Ben');
  });
  after(() => world.close());
  beforeEach(async () => {
    key = `SCHED${++keys}`;
    setTime(monday);
    await ada.post('/api/projects', { name: 'Scheduled', key });
    await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'admin' });
  });

  const silent = { error: () => {}, info: () => {}, warn: () => {} };
  /** Requests come at this time; `runAt` runs schedules at another one. */
  const setTime = (at: number) => world.clock.step(at - world.clock.now());
  const settingsAt = (at: number) => ({ db: world.db, clock: { now: () => at }, logger: silent as never });
  const runAt = async (at: number) => {
    let hasMore = true;
    while (hasMore) hasMore = await runDueSchedules(settingsAt(at));
  };
  const create = async (person: Person, fields: object = {}) => {
    const answer = await person.post(`/api/project/${key}/schedules`, { ...weekly, ...fields });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const read = async (id: string) => (await ada.get(`/api/project/${key}/schedules/${id}`)).body.data;
  const tickets = async () =>
    (await ada.get(`/api/tickets?project=${key}&sort=createdAt&order=asc&limit=100`)).body.data;

  test('a ticket is created at each occurrence, in the name of the owner and as the schedule says', async () => {
    const template = (
      await ada.post(`/api/project/${key}/templates`, {
        name: 'Report',
        ticket: { title: 'Unused', description: 'As always', type: 'FEATURE' },
      })
    ).body.data;
    const schedule = await create(ben, { templateId: template.id, dueDays: 2 });
    assert.deepEqual(
      [schedule.state, schedule.nextAt, schedule.owner.id, schedule.last],
      ['active', '2026-11-16T08:00:00.000Z', ben.id, null],
    );
    await runAt(monday + hourMs - 1);
    assert.equal((await tickets()).length, 0);
    await runAt(monday + hourMs);
    const [item] = await tickets();
    const ticket = (await ada.get(`/api/tickets/${item.id}`)).body.data;
    assert.deepEqual(
      [ticket.title, ticket.description, ticket.type, ticket.priority, ticket.reporterId, ticket.dueDate],
      ['Write the report', 'As always', 'FEATURE', 'high', ben.id, '2026-11-18T22:59:59.999Z'],
    );
    assert.deepEqual(
      ticket.checklist.items.map(({ text }: { text: string }) => text),
      ['Numbers', 'Words'],
    );
    const after = await read(schedule.id);
    assert.deepEqual(
      [after.nextAt, after.last],
      ['2026-11-23T08:00:00.000Z', { at: '2026-11-16T08:00:00.000Z', ticketId: ticket.id, missed: 0 }],
    );
    await runAt(monday + 7 * dayMs + hourMs);
    assert.equal((await tickets()).length, 2);
  });

  test('several processes that find the same occurrence create one ticket', async () => {
    await create(ada, { rule: 'FREQ=DAILY' });
    await Promise.all(Array.from({ length: 6 }, () => runDueSchedules(settingsAt(monday + hourMs))));
    assert.equal((await tickets()).length, 1);
  });

  test('after a stop of days one ticket stands for all missed occurrences', async () => {
    const { id } = await create(ada, { rule: 'FREQ=DAILY' });
    await runAt(monday + 5 * dayMs + 2 * hourMs);
    assert.equal((await tickets()).length, 1);
    const { last, nextAt } = await read(id);
    assert.deepEqual(
      [last.at, last.missed, nextAt],
      ['2026-11-21T08:00:00.000Z', 5, '2026-11-22T08:00:00.000Z'],
    );
  });

  test('a stop over more than a thousand occurrences is one ticket as well', async () => {
    const rule = `FREQ=DAILY;BYHOUR=${Array.from({ length: 24 }, (_, hour) => hour).join()}`;
    const { id } = await create(ada, { rule });
    await runAt(monday + 300 * dayMs);
    assert.equal((await tickets()).length, 1);
    const { last, nextAt } = await read(id);
    assert.deepEqual([last.missed, Date.parse(nextAt)], [1_000, monday + 300 * dayMs + hourMs]);
  });

  test('a rule with an end is over after its last occurrence', async () => {
    const { id } = await create(ada, { rule: 'FREQ=DAILY;COUNT=2' });
    await runAt(monday + hourMs);
    await runAt(monday + dayMs + hourMs);
    await runAt(monday + 9 * dayMs);
    assert.equal((await tickets()).length, 2);
    const { state, nextAt } = await read(id);
    assert.deepEqual([state, nextAt], ['over', null]);
  });

  test('a paused schedule creates nothing, and what it missed is not made up for', async () => {
    const { id } = await create(ben, { rule: 'FREQ=DAILY' });
    const url = `/api/project/${key}/schedules/${id}`;
    const paused = (await ada.put(url, { paused: true })).body.data;
    assert.deepEqual(
      [paused.state, paused.pause.reason, paused.nextAt, paused.owner.id],
      ['paused', 'person', null, ben.id],
    );
    await runAt(monday + 3 * dayMs);
    assert.equal((await tickets()).length, 0);
    setTime(monday + 3 * dayMs);
    const resumed = (await ada.put(url, { paused: false })).body.data;
    assert.deepEqual(
      [resumed.state, resumed.pause, resumed.nextAt, resumed.owner.id],
      ['active', null, '2026-11-19T08:00:00.000Z', ada.id],
    );
    await runAt(monday + 3 * dayMs + hourMs);
    assert.equal((await tickets()).length, 1);
  });

  test('an owner who may no longer write, and an archived project, pause it with the reason', async () => {
    const own = await create(ben, { rule: 'FREQ=DAILY' });
    const other = await create(ada, { rule: 'FREQ=DAILY;BYHOUR=12' });
    await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'viewer' });
    await runAt(monday + hourMs);
    const { state, pause } = await read(own.id);
    assert.deepEqual([state, pause.reason], ['paused', 'owner_cannot_write']);
    await notifyAll(world);
    const [notification] = (await ben.get('/api/user/notifications')).body.data;
    assert.equal(notification.kind, 'schedule_paused');
    assert.match(
      notification.message,
      /^The schedule .+ paused itself: The owner may no longer create tickets/,
    );
    assert.equal(notification.project.key, key);
    await ada.put(`/api/project/${key}`, { status: 'archived' });
    await runAt(monday + 4 * hourMs);
    assert.equal((await read(other.id)).pause.reason, 'project_not_active');
    assert.equal((await tickets()).length, 0);
  });

  test('a disabled owner pauses it, and who resumes it is the new owner', async () => {
    const eve = await world.person('Eve');
    await ada.post(`/api/project/${key}/members`, { userId: eve.id, role: 'admin' });
    const { id } = await create(eve, { rule: 'FREQ=DAILY' });
    assert.equal((await ada.put(`/api/instance/users/${eve.id}`, { active: false })).status, 200);
    await runAt(monday + hourMs);
    const { pause } = await read(id);
    assert.deepEqual(
      [pause.reason, pause.message],
      ['owner_disabled', 'The account of the owner is disabled.'],
    );
    assert.equal((await tickets()).length, 0);
    const resumed = (await ada.put(`/api/project/${key}/schedules/${id}`, { paused: false })).body.data;
    assert.deepEqual([resumed.owner.id, resumed.state], [ada.id, 'active']);
  });

  test('a ticket that is refused pauses the schedule with the message', async () => {
    const template = (
      await ada.post(`/api/project/${key}/templates`, { name: 'T', ticket: { title: 'From the template' } })
    ).body.data;
    const { id } = await create(ada, { templateId: template.id, ticket: {} });
    await ada.put(`/api/project/${key}/templates/${template.id}`, { ticket: {} });
    await runAt(monday + hourMs);
    const { pause } = await read(id);
    assert.deepEqual([pause.reason, pause.message], ['refused', 'Invalid input data. Title is required']);
  });

  test('labels that were deleted are left out of the ticket', async () => {
    const { workspaceId } = (await ada.get(`/api/project/${key}`)).body.data;
    const label = (await ada.post('/api/labels', { name: `gone ${key}`, workspaceId })).body.data;
    const { id, ticket } = await create(ada, { ticket: { title: 'T', labelIds: [label.name] } });
    assert.deepEqual(ticket.labelIds, [label.id]);
    await ada.delete(`/api/labels/${label.id}`);
    assert.equal((await read(id)).ticket.labelIds, undefined);
    await runAt(monday + hourMs);
    assert.equal((await tickets()).length, 1);
  });

  test('occurrences keep the local time over a clock change, and can be seen before saving', async () => {
    const query = new URLSearchParams({ ...weekly, rule: 'FREQ=DAILY', limit: '3' } as never);
    for (const name of ['name', 'ticket']) query.delete(name);
    query.set('startsAt', '2027-03-27T09:00');
    const preview = (await ben.get(`/api/project/${key}/occurrences?${query}`)).body.data;
    assert.deepEqual(preview, [
      { at: '2027-03-27T08:00:00.000Z', local: '2027-03-27T09:00' },
      { at: '2027-03-28T07:00:00.000Z', local: '2027-03-28T09:00' },
      { at: '2027-03-29T07:00:00.000Z', local: '2027-03-29T09:00' },
    ]);
    const { id } = await create(ada, { rule: 'FREQ=DAILY', startsAt: '2027-03-27T09:00', paused: true });
    const url = `/api/project/${key}/schedules/${id}/occurrences?limit=3`;
    assert.deepEqual((await ben.get(url)).body.data, preview);
  });

  test('what is wrong with a schedule is named', async () => {
    const url = `/api/project/${key}/schedules`;
    const detailsOf = async (fields: object) => {
      const { status, body } = await ada.post(url, { ...weekly, ...fields });
      assert.equal(status, 400, JSON.stringify(body));
      return Object.keys(body.error.details);
    };
    assert.deepEqual(await detailsOf({ rule: 'FREQ=HOURLY' }), ['rule']);
    assert.deepEqual(await detailsOf({ rule: 'FREQ=DAILY;UNTIL=20200101' }), ['rule']);
    assert.deepEqual(await detailsOf({ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }), ['rule']);
    assert.deepEqual(await detailsOf({ startsAt: '2026-02-30T09:00' }), ['startsAt']);
    assert.deepEqual(await detailsOf({ timezone: 'Mars/Olympus' }), ['timezone']);
    assert.deepEqual(await detailsOf({ ticket: {} }), ['ticket.title']);
    assert.deepEqual(await detailsOf({ ticket: { title: 'T', labelIds: ['none such'] } }), [
      'ticket.labelIds',
    ]);
    assert.deepEqual(await detailsOf({ templateId: ada.id }), ['templateId']);
  });

  test('a template that a schedule uses cannot be deleted', async () => {
    const template = (await ada.post(`/api/project/${key}/templates`, { name: 'Used' })).body.data;
    const { id } = await create(ada, { templateId: template.id });
    const refused = await ada.delete(`/api/project/${key}/templates/${template.id}`);
    assert.equal(refused.status, 409);
    assert.match(refused.body.error.message, /Weekly report/);
    assert.equal((await ada.delete(`/api/project/${key}/schedules/${id}`)).status, 200);
    assert.equal((await ada.delete(`/api/project/${key}/templates/${template.id}`)).status, 200);
  });
});
