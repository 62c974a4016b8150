import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs, hourMs, minuteMs } from '../platform/clock.ts';
import { type Queries, statement } from '../platform/db/index.ts';
import { draftDigest, enqueueDigests } from './digests.ts';
import { nextMonday } from './next-monday.ts';

const iso = (at: number) => new Date(at).toISOString();

test('the next digest is due on Monday at 08:00 local time, across clock changes', () => {
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
    'still Sunday in UTC',
  );
  assert.equal(nextMonday(Date.parse('2026-11-01T12:00:00Z'), 'Pacific/Auckland').day, '2026-11-02');
  assert.equal(due('2026-11-02T15:00:00Z', 'America/Los_Angeles'), '2026-11-02T16:00:00.000Z');
  assert.equal(
    due('2026-11-01T12:00:00Z', 'SystemV/AST4'),
    '2026-11-02T08:00:00.000Z',
    'a zone that only Intl knows counts as UTC',
  );
});

const enqueued = statement<object, { subjectId: string; createdAt: number }>(`
  select subject_id as "subjectId", created_at as "createdAt" from mails where kind = 'digest' order by created_at`);

onEveryEngine('the weekly digest', (engine) => {
  let world: World;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
  });
  after(() => world.close());

  // The test clock starts on a Sunday at noon.
  const start = Date.parse('2026-11-01T12:00:00.000Z');
  const at = (text: string) => start + (Date.parse(text) - start);
  const enqueueAt = (text: string) => enqueueDigests(world.db, at(text));
  const daysOf = async ({ id }: Person) =>
    (await world.db.reads.list(enqueued, {}))
      .filter(({ subjectId }) => subjectId.startsWith(id))
      .map(({ subjectId }) => subjectId.slice(id.length + 1));
  const newSubscriber = async (timezone: string) => {
    const person = await world.person('Rea');
    await person.put('/api/user/preferences', { timezone, emailNotifications: { weeklyDigest: true } });
    return person;
  };

  test('the digest is enqueued once, on Monday at 08:00 in the person’s time zone', async () => {
    const [vienna, tokyo] = [await newSubscriber('Europe/Vienna'), await newSubscriber('Asia/Tokyo')];
    const nobody = await world.person('Nobody');
    await enqueueAt('2026-11-01T12:00:00Z');
    await enqueueAt('2026-11-01T22:59:59Z');
    assert.deepEqual([await daysOf(vienna), await daysOf(tokyo)], [[], []]);
    await enqueueAt('2026-11-01T23:00:00Z');
    assert.deepEqual([await daysOf(vienna), await daysOf(tokyo)], [[], ['2026-11-02']]);
    await Promise.all([enqueueAt('2026-11-02T07:00:00Z'), enqueueAt('2026-11-02T07:00:00Z')]);
    await enqueueAt('2026-11-02T07:01:00Z');
    await enqueueAt('2026-11-04T07:01:00Z');
    assert.deepEqual([await daysOf(vienna), await daysOf(tokyo)], [['2026-11-02'], ['2026-11-02']]);
    await enqueueAt('2026-11-09T07:00:30Z');
    assert.deepEqual(await daysOf(vienna), ['2026-11-02', '2026-11-09']);
    assert.deepEqual(await daysOf(nobody), [], 'not without opting in');
  });

  test('changing the time zone brings no second digest in the same week', async () => {
    const late = await newSubscriber('UTC');
    await enqueueAt('2026-11-02T12:00:00Z');
    await enqueueAt('2026-11-02T12:01:00Z');
    assert.deepEqual(await daysOf(late), []);
    const mover = await newSubscriber('Pacific/Auckland');
    await enqueueAt('2026-11-08T18:00:00Z');
    await enqueueAt('2026-11-08T19:00:00Z');
    assert.deepEqual(await daysOf(mover), ['2026-11-09']);
    await mover.put('/api/user/preferences', { timezone: 'America/Los_Angeles' });
    await enqueueAt('2026-11-08T20:00:00Z');
    await enqueueAt('2026-11-09T16:00:30Z');
    assert.deepEqual(await daysOf(mover), ['2026-11-09']);
    await enqueueAt('2026-11-16T16:00:30Z');
    assert.deepEqual(await daysOf(mover), ['2026-11-09', '2026-11-16']);
    assert.deepEqual(await daysOf(late), ['2026-11-09', '2026-11-16']);
  });

  test('a digest missed during downtime is sent on the same day only', async () => {
    const [a, b] = [await newSubscriber('UTC'), await newSubscriber('UTC')];
    await enqueueAt('2026-11-22T12:00:00Z');
    await enqueueAt('2026-11-23T20:00:00Z');
    assert.deepEqual([await daysOf(a), await daysOf(b)], [['2026-11-23'], ['2026-11-23']]);
    await enqueueAt('2026-12-02T12:00:00Z');
    assert.deepEqual(await daysOf(a), ['2026-11-23']);
    await enqueueAt('2026-12-07T08:00:00Z');
    assert.deepEqual(await daysOf(a), ['2026-11-23', '2026-12-07']);
  });

  test('the digest counts open, overdue and done tickets, and an empty one is not sent', async () => {
    const ida = await newSubscriber('Europe/Vienna');
    const draft = (queries: Queries) =>
      draftDigest('https://docket.test')(
        queries as never,
        { id: 'm', kind: 'digest', subjectId: 's', userId: ida.id, address: null, attempts: 0, dueAt: 0 },
        world.clock.now() + hourMs,
        'Docket',
      );
    assert.equal(await draft(world.db.reads), undefined);
    await ida.post('/api/projects', { name: 'Mine', key: `D${engine}` });
    const mine = { projectId: `D${engine}`, assigneeId: 'me' };
    const dueDate = iso(world.clock.now() - dayMs - 30 * minuteMs);
    await ida.post('/api/tickets', { ...mine, title: 'Late <b>', dueDate });
    await ida.post('/api/tickets', { ...mine, title: 'Soon' });
    await ida.post('/api/tickets', { ...mine, title: 'Over', status: 'done' });
    await ida.post('/api/tickets', { title: 'Not mine', projectId: `D${engine}` });
    const digest = await draft(world.db.reads);
    assert.equal(digest?.subject, 'Your week in Docket: 2 open, 1 overdue');
    assert.deepEqual(
      digest?.list?.map(({ text }) => text),
      [`D${engine}-1 Late <b> (due 2026-10-31)`, `D${engine}-2 Soon`],
    );
    assert.ok(digest?.paragraphs[1]?.includes('1 ticket of yours done'));
    assert.equal(digest?.unsubscribeFrom, 'mailWeeklyDigest');
    await ida.put('/api/user/preferences', { emailNotifications: { weeklyDigest: false } });
    assert.equal(await draft(world.db.reads), undefined);
  });
});
