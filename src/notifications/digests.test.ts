import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs, hourMs, minuteMs } from '../platform/clock.ts';
import { type Queries, statement } from '../platform/db/index.ts';
import { draftDigest, orderDigests } from './digests.ts';
import { nextMonday } from './next-monday.ts';

const iso = (at: number) => new Date(at).toISOString();

test('Monday at eight is reckoned in the zone, also where the clocks change', () => {
  const due = (after: string, zone: string) => iso(nextMonday(Date.parse(after), zone).at);
  assert.equal(due('2026-11-01T12:00:00Z', 'UTC'), '2026-11-02T08:00:00.000Z');
  assert.equal(due('2026-11-02T08:00:00Z', 'UTC'), '2026-11-09T08:00:00.000Z', 'strictly after');
  assert.equal(due('2026-11-02T07:59:59Z', 'UTC'), '2026-11-02T08:00:00.000Z');
  // Vienna: summer time until 25 October 2026, from 28 March 2027.
  assert.equal(due('2026-10-18T12:00:00Z', 'Europe/Vienna'), '2026-10-19T06:00:00.000Z');
  assert.equal(
    due('2026-10-19T06:00:00Z', 'Europe/Vienna'),
    '2026-10-26T07:00:00.000Z',
    'a week and an hour',
  );
  assert.equal(due('2027-03-22T07:00:00Z', 'Europe/Vienna'), '2027-03-29T06:00:00.000Z', 'an hour less');
  assert.equal(
    due('2026-11-01T18:59:59Z', 'Pacific/Auckland'),
    '2026-11-01T19:00:00.000Z',
    'Sunday elsewhere',
  );
  assert.equal(nextMonday(Date.parse('2026-11-01T12:00:00Z'), 'Pacific/Auckland').day, '2026-11-02');
  assert.equal(due('2026-11-02T15:00:00Z', 'America/Los_Angeles'), '2026-11-02T16:00:00.000Z');
  assert.equal(
    due('2026-11-01T12:00:00Z', 'SystemV/AST4'),
    '2026-11-02T08:00:00.000Z',
    'known to Intl alone',
  );
});

const ordered = statement<object, { subjectId: string; createdAt: number }>(`
  select subject_id as "subjectId", created_at as "createdAt" from mails where kind = 'digest' order by created_at`);

onEveryEngine('the weekly digest', (engine) => {
  let world: World;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
  });
  after(() => world.close());

  // The clock of the test stands on a Sunday at noon.
  const start = Date.parse('2026-11-01T12:00:00.000Z');
  const at = (text: string) => start + (Date.parse(text) - start);
  const order = (text: string) => orderDigests(world.db, at(text));
  const daysOf = async ({ id }: Person) =>
    (await world.db.reads.list(ordered, {}))
      .filter(({ subjectId }) => subjectId.startsWith(id))
      .map(({ subjectId }) => subjectId.slice(id.length + 1));
  const reader = async (timezone: string) => {
    const person = await world.person('Rea');
    await person.put('/api/user/preferences', { timezone, emailNotifications: { weeklyDigest: true } });
    return person;
  };

  test('comes on Monday at eight in the person’s zone, once, however often it is asked', async () => {
    const [vienna, tokyo] = [await reader('Europe/Vienna'), await reader('Asia/Tokyo')];
    const nobody = await world.person('Nobody');
    await order('2026-11-01T12:00:00Z');
    await order('2026-11-01T22:59:59Z');
    assert.deepEqual([await daysOf(vienna), await daysOf(tokyo)], [[], []]);
    await order('2026-11-01T23:00:00Z');
    assert.deepEqual([await daysOf(vienna), await daysOf(tokyo)], [[], ['2026-11-02']]);
    await Promise.all([order('2026-11-02T07:00:00Z'), order('2026-11-02T07:00:00Z')]);
    await order('2026-11-02T07:01:00Z');
    await order('2026-11-04T07:01:00Z');
    assert.deepEqual([await daysOf(vienna), await daysOf(tokyo)], [['2026-11-02'], ['2026-11-02']]);
    await order('2026-11-09T07:00:30Z');
    assert.deepEqual(await daysOf(vienna), ['2026-11-02', '2026-11-09']);
    assert.deepEqual(await daysOf(nobody), [], 'nobody gets it unasked');
  });

  test('who asks for it on a Monday noon waits a week; a move of zones brings no second one', async () => {
    const late = await reader('UTC');
    await order('2026-11-02T12:00:00Z');
    await order('2026-11-02T12:01:00Z');
    assert.deepEqual(await daysOf(late), []);
    const mover = await reader('Pacific/Auckland');
    await order('2026-11-08T18:00:00Z');
    await order('2026-11-08T19:00:00Z');
    assert.deepEqual(await daysOf(mover), ['2026-11-09']);
    await mover.put('/api/user/preferences', { timezone: 'America/Los_Angeles' });
    await order('2026-11-08T20:00:00Z');
    await order('2026-11-09T16:00:30Z');
    assert.deepEqual(await daysOf(mover), ['2026-11-09']);
    await order('2026-11-16T16:00:30Z');
    assert.deepEqual(await daysOf(mover), ['2026-11-09', '2026-11-16']);
    assert.deepEqual(await daysOf(late), ['2026-11-09', '2026-11-16']);
  });

  test('a Docket that was away sends on the same day, and not on Wednesday', async () => {
    const [a, b] = [await reader('UTC'), await reader('UTC')];
    await order('2026-11-22T12:00:00Z');
    await order('2026-11-23T20:00:00Z');
    assert.deepEqual([await daysOf(a), await daysOf(b)], [['2026-11-23'], ['2026-11-23']]);
    await order('2026-12-02T12:00:00Z');
    assert.deepEqual(await daysOf(a), ['2026-11-23']);
    await order('2026-12-07T08:00:00Z');
    assert.deepEqual(await daysOf(a), ['2026-11-23', '2026-12-07']);
  });

  test('says what is open, overdue and done, and nothing where there is nothing', async () => {
    const ida = await reader('Europe/Vienna');
    const draft = (queries: Queries) =>
      draftDigest('https://docket.test')(
        queries as never,
        { id: 'm', kind: 'digest', subjectId: 's', userId: ida.id, address: null, attempts: 0, dueAt: 0 },
        world.clock.now() + hourMs,
      );
    assert.equal(await draft(world.db.reads), undefined);
    await ida.post('/api/projects', { name: 'Mine', key: `D${engine}` });
    const mine = { projectId: `D${engine}`, assigneeId: 'me' };
    const dueDate = iso(world.clock.now() - dayMs - 30 * minuteMs);
    await ida.post('/api/tickets', { ...mine, title: 'Late <b>', dueDate });
    await ida.post('/api/tickets', { ...mine, title: 'Soon' });
    await ida.post('/api/tickets', { ...mine, title: 'Over', status: 'done' });
    await ida.post('/api/tickets', { title: 'Not mine', projectId: `D${engine}` });
    const said = await draft(world.db.reads);
    assert.equal(said?.subject, 'Your week in Docket: 2 open, 1 overdue');
    assert.deepEqual(
      said?.list?.map(({ text }) => text),
      [`D${engine}-1 Late <b> (due 2026-10-31)`, `D${engine}-2 Soon`],
    );
    assert.ok(said?.paragraphs[1]?.includes('1 ticket of yours done'));
    assert.equal(said?.unsubscribeFrom, 'mailWeeklyDigest');
    await ida.put('/api/user/preferences', { emailNotifications: { weeklyDigest: false } });
    assert.equal(await draft(world.db.reads), undefined);
  });
});
