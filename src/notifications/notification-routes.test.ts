import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { listen, openStream } from '../../test/support/live-stream.ts';
import { notifierOf, notifyAll } from '../../test/support/notifying.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { eventReactions } from '../event-reactions.ts';
import { recordEvent, withReactions } from '../events/index.ts';
import { dayMs } from '../platform/clock.ts';
import { openDatabase, statement } from '../platform/db/index.ts';
import { ticketDeleted } from '../tickets/ticket-events.ts';
import { sweepNotifications } from './notifications.ts';
import { notifyNext } from './notify-next.ts';

interface Told {
  id: string;
  kind: string;
  type: string;
  message: string;
  read: boolean;
  comment: { excerpt: string } | null;
}

onEveryEngine('notifications', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let cy: Person;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    [ada, ben, cy] = (await Promise.all(['Ada', 'Ben', 'Cy'].map((name) => world.person(name)))) as [
      Person,
      Person,
      Person,
    ];
  });
  after(() => world.close());

  async function makeProject() {
    const key = `N${++count}`;
    await ada.post('/api/projects', { name: 'CommitNotifications', key });
    for (const { id } of [ben, cy])
      await ada.post(`/api/project/${key}/members`, { userId: id, role: 'member' });
    await forgetAll();
    return key;
  }
  const makeTicket = async (more: object = {}, key?: string) => {
    const projectId = key ?? (await makeProject());
    const made = await ada.post('/api/tickets', { title: 'Rate', projectId, ...more });
    return `/api/tickets/${made.body.data.key}`;
  };
  const wipe = statement<object>('delete from notifications');
  async function forgetAll() {
    await notifyAll(world);
    await world.db.transaction((tx) => tx.run(wipe, {}));
  }
  const toldTo = async (person: Person, query = ''): Promise<Told[]> => {
    await notifyAll(world);
    return (await person.get(`/api/user/notifications${query}`)).body.data;
  };
  const kindsOf = async (person: Person) => (await toldTo(person)).map(({ kind, type }) => `${kind} ${type}`);

  test('an assignee hears of it once, at the creation and later; nobody hears of their own acts', async () => {
    const url = await makeTicket({ assigneeId: ben.id, description: 'For @ben' });
    const [told, ...more] = await toldTo(ben);
    assert.deepEqual(
      [told?.kind, told?.message, more.length],
      ['assignment', `Ada assigned ${url.split('/').at(-1)} Rate to you`, 0],
    );
    await ada.put(url, { assigneeId: cy.id, priority: 'high' });
    assert.deepEqual(await kindsOf(cy), ['assignment ticket.assigned']);
    assert.deepEqual(
      await kindsOf(ben),
      ['update ticket.updated', 'assignment ticket.assigned'],
      'still follows',
    );
    await ben.put(`${url}/assignee`, { assigneeId: ben.id });
    assert.equal((await kindsOf(ben)).length, 2);
    assert.deepEqual(await kindsOf(ada), ['update ticket.updated']);
  });

  test('a mention in a comment on a watched ticket is one notification, and an edit tells only the new ones', async () => {
    const url = await makeTicket({ assigneeId: ben.id });
    await forgetAll();
    const { id } = (await ada.post(`${url}/comments`, { content: 'Look, @ben' })).body.data;
    const [told, ...more] = await toldTo(ben);
    assert.deepEqual([told?.kind, told?.comment?.excerpt, more.length], ['mention', 'Look, @ben', 0]);
    await ada.put(`${url}/comments/${id}`, { content: 'Look, @ben and @cy' });
    assert.equal((await kindsOf(ben)).length, 1);
    assert.deepEqual(await kindsOf(cy), ['mention comment.updated']);
    await cy.post(`${url}/comments`, { content: 'Seen' });
    assert.deepEqual(await kindsOf(ben), ['update comment.created', 'mention comment.created']);
  });

  test('a description mentions at the creation and when it changes, each person once', async () => {
    const url = await makeTicket({ description: '@ben, see `@cy`' });
    assert.deepEqual([await kindsOf(ben), await kindsOf(cy)], [['mention ticket.created'], []]);
    await forgetAll();
    await ada.put(url, { description: '@ben and @cy' });
    assert.deepEqual(await kindsOf(cy), ['mention ticket.updated']);
    assert.deepEqual(await kindsOf(ben), ['update ticket.updated'], 'mentioned before, a watcher since');
  });

  test('watchers hear of changes, comments, files and the deletion; a status change is one', async () => {
    const url = await makeTicket();
    await ben.post(`${url}/watchers`);
    await forgetAll();
    await ada.put(`${url}/status`, { status: 'done' });
    await ada.delete(url);
    assert.deepEqual(await kindsOf(ben), ['update ticket.deleted', 'update ticket.updated']);
    assert.deepEqual(await kindsOf(cy), []);
  });

  test('who stopped watching, lost access or is not active hears nothing more', async () => {
    const key = await makeProject();
    const url = await makeTicket({}, key);
    await ben.post(`${url}/watchers`);
    await cy.post(`${url}/watchers`);
    await cy.delete(`${url}/watchers`);
    await ada.delete(`/api/project/${key}/members/${ben.id}`);
    await forgetAll();
    await ada.post(`${url}/comments`, { content: 'Behind your backs, @ben' });
    assert.deepEqual([await kindsOf(ben), await kindsOf(cy)], [[], []]);
    await ada.post(`${url}/comments`, { content: '@cy, this one is for you' });
    assert.deepEqual(await kindsOf(cy), ['mention comment.created'], 'a mention is no watching');
  });

  test('what happened before access was lost is not told after', async () => {
    const key = await makeProject();
    const url = await makeTicket({}, key);
    await ben.post(`${url}/watchers`);
    await forgetAll();
    await ada.post(`${url}/comments`, { content: 'Secret' });
    await ada.delete(`/api/project/${key}/members/${ben.id}`);
    assert.deepEqual(await kindsOf(ben), []);
  });

  test('a new member hears of the project, and nobody does whose preferences say no', async () => {
    const dee = await world.person('Dee');
    const eve = await world.person('Eve');
    await eve.put('/api/user/preferences', { notifications: false });
    await ada.post('/api/projects', { name: 'Invited', key: 'INV' });
    for (const { id } of [dee, eve])
      await ada.post('/api/project/INV/members', { userId: id, role: 'viewer' });
    const [told] = await toldTo(dee);
    assert.deepEqual(
      [told?.kind, told?.message],
      ['project_invite', 'Ada added you to project Invited as viewer'],
    );
    assert.deepEqual(await toldTo(eve), []);
  });

  test('are paged, counted, marked and deleted, each by their own person', async () => {
    const fay = await world.person('Fay');
    for (let i = 0; i < 3; i++) await ada.post('/api/tickets', { title: `T${i}`, assigneeId: fay.id });
    await notifyAll(world);
    const page = (await fay.get('/api/user/notifications?limit=2')).body;
    assert.deepEqual([page.data.length, page.pagination.total, page.unreadCount], [2, 3, 3]);
    const [first] = page.data as Told[];
    const url = `/api/user/notifications/${first?.id}`;
    for (const stranger of [ben, ada]) {
      assert.equal((await stranger.put(url, { read: true })).status, 404);
      assert.equal((await stranger.delete(url)).status, 404);
    }
    assert.equal((await fay.put(url, {})).status, 400);
    const read = (await fay.put(url, { read: true })).body.data;
    assert.deepEqual([read.read, typeof read.readAt], [true, 'string']);
    const unread = (await fay.get('/api/user/notifications?unread=true')).body;
    assert.deepEqual([unread.data.length, unread.pagination.total, unread.unreadCount], [2, 2, 2]);
    assert.deepEqual((await fay.put('/api/user/notifications', { read: true })).body.data, { changed: 2 });
    assert.deepEqual((await fay.patch('/api/user/notifications', { read: false })).body.data, { changed: 3 });
    assert.equal((await fay.delete(url)).status, 200);
    assert.equal((await fay.delete(url)).status, 404);
    assert.equal((await fay.get('/api/user/notifications')).body.unreadCount, 2);
  });

  test('a new one comes to its person’s live stream, and to nobody else’s', async () => {
    const origin = await listen(world.app);
    const jo = await world.person('Jo');
    await notifyAll(world);
    const query = '?types=notification.created';
    const chief = await world.person('Chief', 'ADMIN');
    const streams = await Promise.all(
      [jo, ada, chief].map(({ cookie }) => openStream(origin, { cookie }, query)),
    );
    const [own, other] = streams as [(typeof streams)[0], (typeof streams)[0]];
    await ada.post('/api/tickets', { title: 'Live', assigneeId: jo.id });
    await notifyAll(world);
    await jo.post('/api/tickets', { title: 'Back', assigneeId: ada.id });
    await notifyAll(world);
    const [message] = await own.until(1);
    const [told] = (await jo.get('/api/user/notifications')).body.data;
    const { read: _, createdAt: __, ...said } = told;
    assert.deepEqual(message?.data.data.notification, said);
    const [first] = await other.until(1);
    assert.equal(first?.data.data.notification.message, 'Jo assigned Back to you');
    await jo.post('/api/tickets', { title: 'Up', assigneeId: chief.id });
    await notifyAll(world);
    const [heard] = (await streams[2]?.until(1)) ?? [];
    assert.equal(heard?.data.data.notification.message, 'Jo assigned Up to you', 'not the others’ before it');
    for (const stream of streams) stream.close();
  });

  test('a webhook that is given up tells its owner, as Docket’s own act', async () => {
    const kit = await world.person('Kit');
    const data = {
      webhook: { id: 'w', host: 'hooks.test' },
      project: null,
      user: { id: kit.id, name: 'Kit' },
      reason: 'failing',
    };
    const disabled = { ...ticketDeleted, name: 'webhook.disabled' };
    await world.db.transaction((tx) =>
      recordEvent(tx, disabled, { at: world.clock.now(), actorId: null, data: data as never }),
    );
    const [told] = await toldTo(kit);
    assert.deepEqual(
      [told?.kind, told?.message],
      ['webhook_disabled', 'The webhook to hooks.test was disabled: nothing got through for days'],
    );
  });

  test('several processes at once tell everybody of everything exactly once', async () => {
    const gus = await world.person('Gus');
    await notifyAll(world);
    const others = await Promise.all(
      [1, 2, 3].map(async () => withReactions(await openDatabase(world.config.database), eventReactions)),
    );
    try {
      await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          ada.post('/api/tickets', { title: `Many ${i}`, assigneeId: gus.id }),
        ),
      );
      await Promise.all(others.map((db) => notifyAll(world, notifierOf({ db }))));
    } finally {
      for (const db of others) await db.close();
    }
    assert.equal((await gus.get('/api/user/notifications')).body.pagination.total, 30);
  });

  test('an event that makes no sense is passed over, an old one too', async () => {
    const hal = await world.person('Hal');
    const url = await makeTicket();
    const { id } = (await ada.get(url)).body.data;
    await hal.get('/api/user/profile');
    const place = { actorId: ben.id, ticketId: id };
    await world.db.transaction(async (tx) => {
      await recordEvent(tx, ticketDeleted, { ...place, at: world.clock.now(), data: null as never });
      const assigned = { ...ticketDeleted, name: 'ticket.assigned' };
      const data = { ticket: { id, title: 'x', assigneeId: hal.id } } as never;
      await recordEvent(tx, assigned, { ...place, at: world.clock.now() - 8 * dayMs, data });
    });
    await ada.post('/api/tickets', { title: 'After', assigneeId: hal.id });
    assert.deepEqual(await kindsOf(hal), ['assignment ticket.assigned']);
    while ((await notifyNext(notifierOf(world), world.clock.now())) > 0);
  });

  test('what was read goes after 90 days, everything after a year', async () => {
    const ida = await world.person('Ida');
    for (const title of ['One', 'Two']) await ada.post('/api/tickets', { title, assigneeId: ida.id });
    const [one] = await toldTo(ida);
    await ida.put(`/api/user/notifications/${one?.id}`, { read: true });
    const left = async (days: number) => {
      await sweepNotifications(world.db, world.clock.now() + days * dayMs);
      return (await ida.get('/api/user/notifications')).body.pagination.total;
    };
    assert.deepEqual([await left(89), await left(91), await left(364), await left(366)], [2, 1, 1, 0]);
  });
});
