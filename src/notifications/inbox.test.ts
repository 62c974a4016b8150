import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { listen, openStream, untilSettled } from '../../test/support/live-stream.ts';
import { notifierOf, notifyAll } from '../../test/support/notifying.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs, hourMs } from '../platform/clock.ts';
import { toIso } from '../platform/instant.ts';
import { returnDue } from './return-due.ts';

interface Listed {
  id: string;
  kind: string;
  message: string;
  read: boolean;
  isGone?: boolean;
  snoozedUntil?: string;
  comment: { excerpt: string; mentions?: { written: string; name: string }[] } | null;
  ticket: { key: string } | null;
}

onEveryEngine('the inbox', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let count = 0;
  let origin: string;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    [ada, ben] = [await world.person('Ada'), await world.person('Ben')];
    origin = await listen(world.app);
  });
  after(() => world.close());

  /** A project with a ticket that is assigned to Ben. */
  async function makeTicket() {
    const key = `I${++count}`;
    await ada.post('/api/projects', { name: 'Inbox', key });
    await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'member' });
    await ada.post('/api/tickets', { title: 'Rate', projectId: key, assigneeId: ben.id });
    await notifyAll(world);
    await ben.put('/api/user/notifications', { read: true });
    return { key: `${key}-1`, url: `/api/tickets/${key}-1`, project: key };
  }
  const comment = async (url: string, content = 'News') => {
    const { id } = (await ada.post(`${url}/comments`, { content })).body.data;
    await notifyAll(world);
    return id as string;
  };
  const list = async (query: string): Promise<Listed[]> =>
    (await ben.get(`/api/user/notifications?${query}`)).body.data;
  const unreadRows = async () => {
    const boot = (await ben.get('/api/boot')).body.data.unreadRows;
    assert.equal((await ben.get('/api/user/notifications?box=inbox')).body.unreadRows, boot);
    return boot;
  };
  const follow = async ({ cookie }: Person, types: string) => {
    await untilSettled(world.db.reads);
    return openStream(origin, { cookie }, `?types=${types}`);
  };
  const later = (ms: number) => toIso(world.clock.now() + ms);
  /** What a process of Docket does once a second. */
  const runLoop = () => returnDue(notifierOf(world), world.clock.now());

  test('a snoozed notification is read and hidden, and comes back unread at its time, once', async () => {
    const { url, key } = await makeTicket();
    await comment(url);
    const [mine] = await list('box=inbox&unread=true');
    const snoozedUntil = later(3 * hourMs);
    const answer = await ben.put(`/api/user/notifications/${mine?.id}`, { snoozedUntil });
    assert.deepEqual([answer.body.data.snoozedUntil, answer.body.data.read], [snoozedUntil, true]);
    assert.equal(await unreadRows(), 0);
    assert.ok(!(await list('box=inbox')).some(({ id }) => id === mine?.id));
    assert.deepEqual(
      (await list('box=snoozed')).map((one) => one.id),
      [mine?.id],
    );
    await runLoop();
    assert.equal(await unreadRows(), 0, 'not before its time');

    const stream = await follow(ben, 'notification.returned');
    world.clock.advance(3 * hourMs);
    await Promise.all([runLoop(), runLoop(), runLoop()]);
    const [returned] = await stream.until(1);
    stream.close();
    assert.equal(returned?.data.data.notification.ticket.key, key);
    const events = await world.events();
    assert.equal(events.filter(({ type }) => type === 'notification.returned').length, 1);
    assert.equal(await unreadRows(), 1);
    assert.deepEqual(await list('box=snoozed'), []);
  });

  test('something new about a ticket ends its snooze', async () => {
    const { url } = await makeTicket();
    await comment(url);
    const [mine] = await list('box=inbox&unread=true');
    await ben.put(`/api/user/notifications/${mine?.id}`, { snoozedUntil: later(dayMs) });
    await comment(url, 'More');
    assert.deepEqual(await list('box=snoozed'), []);
    assert.equal(await unreadRows(), 1);
  });

  test('what is done leaves the inbox, and marking it unread brings it back', async () => {
    const { url } = await makeTicket();
    await comment(url);
    await comment(url, 'Again');
    const ids = (await list('box=inbox&unread=true')).map(({ id }) => id);
    assert.equal(ids.length, 2);
    assert.equal(await unreadRows(), 1, 'two notifications of one ticket are one row');
    const { body } = await ben.put('/api/user/notifications', { ids, done: true });
    assert.equal(body.data.changed, 2);
    assert.equal(await unreadRows(), 0);
    assert.deepEqual(
      (await list('box=done')).map(({ id }) => id),
      ids,
    );
    await ben.put(`/api/user/notifications/${ids[0]}`, { read: false });
    assert.equal((await list('box=done')).length, 1);
    assert.equal(await unreadRows(), 1);
    await ben.put('/api/user/notifications', { read: true });
  });

  test('a mark needs something to change, a time in the future, and own notifications', async () => {
    const { url } = await makeTicket();
    await comment(url);
    const [mine] = await list('box=inbox&unread=true');
    const mark = (body: object) => ben.put(`/api/user/notifications/${mine?.id}`, body);
    assert.equal((await mark({})).status, 400);
    assert.equal((await mark({ snoozedUntil: later(-1) })).status, 400);
    assert.equal((await ben.put('/api/user/notifications', { done: true })).status, 400);
    const others = await ada.put('/api/user/notifications', { ids: [mine?.id], done: true });
    assert.equal(others.body.data.changed, 0);
    assert.equal(await unreadRows(), 1);
  });

  test('what can no longer be opened is not counted: a deleted ticket, a project that was left', async () => {
    const deleted = await makeTicket();
    const left = await makeTicket();
    await comment(deleted.url);
    await comment(left.url);
    assert.equal(await unreadRows(), 2);
    await ada.delete(deleted.url);
    await notifyAll(world);
    assert.equal(await unreadRows(), 1);
    const gone = (await list('box=inbox&unread=true')).find(({ ticket }) => ticket?.key === deleted.key);
    assert.equal(gone?.isGone, true);
    await ada.put(left.url, { assigneeId: null });
    await notifyAll(world);
    await ada.delete(`/api/project/${left.project}/members/${ben.id}`);
    assert.equal(await unreadRows(), 0);
    await ben.put('/api/user/notifications', { read: true });
  });

  test('marks tell the other devices of the person, and nobody else', async () => {
    const { url } = await makeTicket();
    await comment(url);
    const [mine] = await list('box=inbox&unread=true');
    const own = await follow(ben, 'notification.changed');
    const others = await follow(ada, 'notification.changed,ticket.status_changed');
    await ben.put(`/api/user/notifications/${mine?.id}`, { read: true });
    await own.until(1);
    await ada.put(`${url}/status`, { status: 'done' });
    const [seen] = await others.until(1);
    assert.equal(seen?.event, 'ticket.status_changed');
    own.close();
    others.close();
    await notifyAll(world);
    await ben.put('/api/user/notifications', { read: true });
  });

  test('the excerpt of a comment comes with the names of those whom it mentions', async () => {
    const { url } = await makeTicket();
    await comment(url, 'Look, @ben and @Nobody');
    const [mine] = await list('box=inbox&unread=true');
    assert.equal(mine?.comment?.excerpt, 'Look, @ben and @Nobody');
    assert.deepEqual(mine?.comment?.mentions, [{ written: 'ben', name: 'Ben' }]);
  });

  test('a reminder becomes one notification at its time, with many processes and after a restart', async () => {
    const { url, key } = await makeTicket();
    const { body } = await ben.put(`${url}/reminder`, { remindAt: later(hourMs) });
    assert.equal(body.data.ticket.key, key);
    const moved = later(2 * hourMs);
    await ben.put(`${url}/reminder`, { remindAt: moved });
    const reminders = (await ben.get('/api/user/reminders')).body.data;
    assert.deepEqual(
      reminders.map(({ remindAt }: { remindAt: string }) => remindAt),
      [moved],
    );
    assert.deepEqual((await ada.get('/api/user/reminders')).body.data, []);
    world.clock.advance(hourMs);
    await runLoop();
    assert.equal(await unreadRows(), 0);
    // Nothing runs for a day, as if Docket had been stopped.
    world.clock.advance(dayMs);
    await Promise.all([runLoop(), runLoop(), runLoop()]);
    const unread = await list('box=inbox&unread=true');
    assert.deepEqual(
      unread.map(({ kind, message }) => [kind, message]),
      [['reminder', `Reminder of ${key} Rate`]],
    );
    assert.deepEqual((await ben.get('/api/user/reminders')).body.data, []);
    await ben.put('/api/user/notifications', { read: true });
  });

  test('a reminder goes with the access to its ticket', async () => {
    const first = await makeTicket();
    const second = await makeTicket();
    for (const { url } of [first, second]) {
      await ada.put(url, { assigneeId: null });
      await ben.put(`${url}/reminder`, { remindAt: later(hourMs) });
    }
    await ada.delete(`/api/project/${first.project}/members/${ben.id}`);
    await ada.delete(second.url);
    assert.deepEqual((await ben.get('/api/user/reminders')).body.data, []);
    assert.equal((await ben.put(`${first.url}/reminder`, { remindAt: later(hourMs) })).status, 404);
    await notifyAll(world);
    await ben.put('/api/user/notifications', { read: true });
    world.clock.advance(2 * hourMs);
    await runLoop();
    assert.ok(!(await list('box=inbox&unread=true')).some(({ kind }) => kind === 'reminder'));
    // Coming back does not bring the reminder back.
    await ada.post(`/api/project/${first.project}/members`, { userId: ben.id, role: 'member' });
    assert.deepEqual((await ben.get('/api/user/reminders')).body.data, []);
    await notifyAll(world);
    await ben.put('/api/user/notifications', { read: true });
  });

  test('a reminder must be in the future, and can be removed', async () => {
    const { url } = await makeTicket();
    const refused = await ben.put(`${url}/reminder`, { remindAt: later(-hourMs) });
    assert.deepEqual(refused.body.error.details, { remindAt: ['Remind at must be in the future'] });
    await ben.put(`${url}/reminder`, { remindAt: later(hourMs) });
    assert.equal((await ben.delete(`${url}/reminder`)).status, 200);
    assert.equal((await ben.delete(`${url}/reminder`)).status, 200);
    world.clock.advance(dayMs);
    await runLoop();
    assert.equal(await unreadRows(), 0);
  });
});
