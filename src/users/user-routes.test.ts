import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

onEveryEngine('user routes', (engine) => {
  let world: World;
  let ada: Person;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
  });
  after(() => world.close());

  test('the profile has counts only when they are requested', async () => {
    const { data } = (await ada.get('/api/user/profile')).body;
    assert.deepEqual([data.id, data.name, data.email, data.role], [ada.id, 'Ada', ada.email, 'USER']);
    assert.deepEqual(data.preferences, { theme: 'system', notifications: true, timezone: 'UTC' });
    assert.equal('counts' in data, false);
    assert.equal('firstName' in data, false);
    assert.equal((await ada.get('/api/user/profile?counts=perhaps')).status, 400);
  });

  test('the profile counts projects, reported or assigned tickets, and comments', async () => {
    const ben = await world.person('Ben');
    await ben.post('/api/projects', { name: 'Mine', key: 'BENS' });
    const ticket = (await ben.post('/api/tickets', { title: 'One', projectId: 'BENS', assigneeId: 'me' }))
      .body.data;
    await ben.post('/api/tickets', { title: 'Two' });
    await ben.post(`/api/tickets/${ticket.id}/comments`, { content: 'Hi' });
    await ada.post('/api/tickets', { title: 'For Ben', assigneeId: ben.id });
    const { counts } = (await ben.get('/api/user/profile?counts=true')).body.data;
    assert.deepEqual(counts, { projects: 1, tickets: 3, comments: 1 });
  });

  test('an update of the profile changes only the fields that are sent and returns all fields', async () => {
    const first = await ada.put('/api/user/profile', {
      firstName: ' Augusta ',
      image: 'https://example.org/a.png',
    });
    assert.equal(first.status, 200);
    const { data } = first.body;
    assert.deepEqual(Object.keys(data).sort(), [
      'email',
      'firstName',
      'id',
      'image',
      'lastName',
      'name',
      'updatedAt',
    ]);
    assert.deepEqual(
      [data.name, data.firstName, data.lastName, data.image],
      ['Ada', 'Augusta', null, 'https://example.org/a.png'],
    );
    const next = await ada.put('/api/user/profile', {
      name: 'Ada K.',
      firstName: null,
      email: 'ignored@example.org',
    });
    assert.deepEqual(
      [next.body.data.name, next.body.data.firstName, next.body.data.email],
      ['Ada K.', null, ada.email],
    );
    assert.ok(next.body.data.updatedAt > data.updatedAt);
    for (const image of ['http://example.org/a.png', 'javascript:alert(1)', 'nonsense', 5]) {
      const { status, body } = await ada.put('/api/user/profile', { image });
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['image']]);
    }
    const empty = await ada.put('/api/user/profile', { firstName: '', lastName: '', image: '' });
    assert.deepEqual(
      [empty.status, empty.body.data?.firstName, empty.body.data?.lastName, empty.body.data?.image],
      [200, null, null, null],
    );
    assert.equal((await ada.put('/api/user/profile', { name: ' ' })).status, 400);
  });

  test('an update of the preferences keeps absent fields, nested ones too', async () => {
    const eve = await world.person('Eve');
    const before = (await eve.get('/api/user/preferences')).body.data;
    assert.deepEqual(
      [before.theme, before.language, before.emailNotifications.weeklyDigest],
      ['system', 'en', false],
    );
    const { createdAt } = (await eve.get('/api/user/profile')).body.data;
    assert.deepEqual([before.createdAt, before.updatedAt], [createdAt, createdAt]);
    await eve.put('/api/user/preferences', { theme: 'dark', emailNotifications: { ticketUpdated: false } });
    const { data } = (
      await eve.put('/api/user/preferences', { timezone: 'Europe/Vienna', language: 'de-AT' })
    ).body;
    assert.deepEqual(
      [data.theme, data.timezone, data.language, data.userId, data.id],
      ['dark', 'Europe/Vienna', 'de-AT', eve.id, before.id],
    );
    assert.deepEqual(data.emailNotifications, {
      ticketAssigned: true,
      ticketUpdated: false,
      projectInvites: true,
      weeklyDigest: false,
    });
    assert.deepEqual((await eve.get('/api/user/preferences')).body.data, data);
    assert.equal((await eve.get('/api/user/profile')).body.data.preferences.timezone, 'Europe/Vienna');
  });

  test('concurrent updates of profile and preferences are all kept', async () => {
    const gil = await world.person('Gil');
    const preferences = [
      { theme: 'dark' },
      { language: 'de' },
      { timezone: 'Asia/Seoul' },
      { emailNotifications: { weeklyDigest: true } },
    ];
    const profile = [{ firstName: 'Gil' }, { lastName: 'Blas' }, { image: 'https://example.org/gil.png' }];
    await Promise.all([
      ...preferences.map((change) => gil.put('/api/user/preferences', change)),
      ...profile.map((change) => gil.put('/api/user/profile', change)),
    ]);
    const { theme, language, timezone, emailNotifications } = (await gil.get('/api/user/preferences')).body
      .data;
    assert.deepEqual(
      [theme, language, timezone, emailNotifications.weeklyDigest],
      ['dark', 'de', 'Asia/Seoul', true],
    );
    const { firstName, lastName, image } = (await gil.get('/api/user/profile')).body.data;
    assert.deepEqual([firstName, lastName, image], ['Gil', 'Blas', 'https://example.org/gil.png']);
  });

  test('null restores the default of a preference', async () => {
    const fay = await world.person('Fay');
    await fay.put('/api/user/preferences', {
      theme: 'dark',
      timezone: 'Asia/Seoul',
      emailNotifications: { ticketUpdated: false, weeklyDigest: true },
    });
    const one = { timezone: null, emailNotifications: { weeklyDigest: null } };
    const { data } = (await fay.put('/api/user/preferences', one)).body;
    assert.deepEqual([data.theme, data.timezone], ['dark', 'UTC']);
    const { ticketUpdated, weeklyDigest } = data.emailNotifications;
    assert.deepEqual([ticketUpdated, weeklyDigest], [false, false]);
    const all = { theme: null, notifications: null, language: null, emailNotifications: null };
    const again = (await fay.put('/api/user/preferences', all)).body.data;
    assert.deepEqual([again.theme, again.emailNotifications.ticketUpdated], ['system', true]);
  });

  test('an update of the preferences names each field that is not valid', async () => {
    const { body } = await ada.put('/api/user/preferences', {
      timezone: 'Mars/Olympus',
      language: 'no such',
    });
    assert.deepEqual(Object.keys(body.error.details).sort(), ['language', 'timezone']);
    const types = await ada.put('/api/user/preferences', { theme: 'pink', notifications: 'yes' });
    assert.deepEqual(Object.keys(types.body.error.details).sort(), ['notifications', 'theme']);
    assert.equal((await ada.put('/api/user/preferences', { timezone: '+02:00' })).status, 400);
    for (const language of ['english', 'qq', 'de_AT', 'x', ''])
      assert.equal((await ada.put('/api/user/preferences', { language })).status, 400, language);
    for (const language of ['en', 'zh-Hant-TW', 'gsw'])
      assert.equal((await ada.put('/api/user/preferences', { language })).status, 200, language);
  });

  test('a date without a time means the end of that day in the time zone of the user', async () => {
    const kim = await world.person('Kim');
    await kim.put('/api/user/preferences', { timezone: 'Asia/Seoul' });
    const { data } = (await kim.post('/api/tickets', { title: 'Due', dueDate: '2026-12-01' })).body;
    assert.equal(data.dueDate, '2026-12-01T14:59:59.999Z');
    const moved = await kim.put(`/api/tickets/${data.id}`, { dueDate: '2026-12-02' });
    assert.equal(moved.body.data.dueDate, '2026-12-02T14:59:59.999Z');
    const day = { minutes: 5, spentAt: '2026-12-01' };
    const logged = await kim.post(`/api/tickets/${data.id}/time-logs`, day);
    assert.equal(logged.body.data.spentAt, '2026-12-01T14:59:59.999Z');
  });

  test('the activity lists only the user’s own events, newest first, as sentences', async () => {
    const dan = await world.person('Dan');
    await dan.post('/api/projects', { name: 'Feed', key: 'FEED' });
    await dan.post('/api/tickets', { title: 'Write it down', projectId: 'FEED' });
    await dan.put('/api/tickets/FEED-1', { priority: 'high', status: 'todo' });
    await dan.put('/api/tickets/FEED-1', { assigneeId: 'me', dueDate: '2026-12-01' });
    await dan.delete('/api/tickets/FEED-1');
    await dan.post('/api/tickets/FEED-1/restore');
    await dan.post('/api/tickets/FEED-1/comments', { content: 'Done' });
    const { data, pagination } = (await dan.get('/api/user/activity')).body;
    assert.deepEqual(
      data.map((entry: { description: string }) => entry.description),
      [
        'Commented on FEED-1 Write it down',
        'Restored FEED-1 Write it down',
        'Deleted FEED-1 Write it down',
        'Changed assignee, due date of FEED-1 Write it down',
        'Changed status, priority of FEED-1 Write it down',
        'Created FEED-1 Write it down',
        'Created project Feed',
      ],
    );
    assert.deepEqual(pagination, { page: 1, limit: 20, total: 7, totalPages: 1, nextCursor: null });
    const [comment, , , , change] = data;
    assert.deepEqual(
      [comment.type, comment.action, comment.entityTitle],
      ['comment', 'created', 'Write it down'],
    );
    assert.deepEqual(change.metadata.changes.status, { from: 'backlog', to: 'todo' });
    const tickets = (await dan.get('/api/user/activity?type=ticket&limit=1&page=5')).body;
    assert.deepEqual([tickets.data[0].action, tickets.pagination.total], ['created', 5]);
    assert.equal((await dan.get('/api/user/activity?type=weather')).status, 400);
  });
});

test('the start of a process loads no names of languages', () => {
  const script = `
    Intl.DisplayNames = class { constructor() { throw new Error('names of languages were loaded'); } };
    await import(${JSON.stringify(import.meta.resolve('./index.ts'))});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'pipe' });
});
