import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { listen, openStream } from '../../test/support/live-stream.ts';
import { notifierOf, notifyAll } from '../../test/support/notifying.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { expireLeases } from '../agent-tasks/working/expire-leases.ts';
import { eventReactions } from '../composition/event-reactions.ts';
import { recordEvent, withReactions } from '../events/index.ts';
import { dayMs } from '../platform/clock.ts';
import { openDatabase, statement } from '../platform/db/index.ts';
import { ticketDeleted } from '../tickets/ticket-events.ts';
import { sweepNotifications } from './notifications.ts';
import { notifyNext } from './notify-next.ts';

interface ListedNotification {
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
    await ada.post('/api/projects', { name: 'News', key });
    for (const { id } of [ben, cy])
      await ada.post(`/api/project/${key}/members`, { userId: id, role: 'member' });
    await clearNotifications();
    return key;
  }
  const makeTicket = async (more: object = {}, key?: string) => {
    const projectId = key ?? (await makeProject());
    const made = await ada.post('/api/tickets', { title: 'Rate', projectId, ...more });
    return `/api/tickets/${made.body.data.key}`;
  };
  const wipe = statement<object>('delete from notifications');
  async function clearNotifications() {
    await notifyAll(world);
    await world.db.transaction((tx) => tx.run(wipe, {}));
  }
  const notificationsOf = async (person: Person, query = ''): Promise<ListedNotification[]> => {
    await notifyAll(world);
    return (await person.get(`/api/user/notifications${query}`)).body.data;
  };
  const kindsOf = async (person: Person) =>
    (await notificationsOf(person)).map(({ kind, type }) => `${kind} ${type}`);

  test('an assignee is notified once, and nobody of their own actions', async () => {
    const url = await makeTicket({ assigneeId: ben.id, description: 'For @ben' });
    const [notification, ...more] = await notificationsOf(ben);
    assert.deepEqual(
      [notification?.kind, notification?.message, more.length],
      ['assignment', `Ada assigned ${url.split('/').at(-1)} Rate to you`, 0],
    );
    await ada.put(url, { assigneeId: cy.id, priority: 'high' });
    assert.deepEqual(await kindsOf(cy), ['assignment ticket.assigned']);
    assert.deepEqual(
      await kindsOf(ben),
      ['update ticket.updated', 'assignment ticket.assigned'],
      'still a watcher',
    );
    await ben.put(`${url}/assignee`, { assigneeId: ben.id });
    assert.equal((await kindsOf(ben)).length, 2);
    assert.deepEqual(await kindsOf(ada), ['update ticket.updated']);
  });

  test('notifications are listed by ticket and counted by kind', async () => {
    const key = await makeProject();
    const url = await makeTicket({ assigneeId: ben.id }, key);
    await makeTicket({ assigneeId: ben.id }, key);
    await ada.post(`${url}/comments`, { content: '@ben look' });
    await notifyAll(world);
    const { id } = (await ada.get(url)).body.data;
    const listed = (await ben.get(`/api/user/notifications?ticketId=${id}`)).body;
    assert.deepEqual(
      listed.data.map(({ kind }: { kind: string }) => kind),
      ['mention', 'assignment'],
    );
    assert.deepEqual([listed.pagination.total, listed.unreadCount], [2, 3]);
    await ben.put(`/api/user/notifications/${listed.data[0].id}`, { read: true });
    const unread = await ben.get(`/api/user/notifications?unread=true&ticketId=${id}`);
    assert.equal(unread.body.pagination.total, 1);
    const { data } = (await ben.get('/api/user/notifications/counts')).body;
    assert.deepEqual([data.total, data.byKind.assignment, data.byKind.mention], [2, 2, 0]);
  });

  test('nobody is notified of a ticket that is placed elsewhere in a list, unless its status changes too', async () => {
    const url = await makeTicket({ assigneeId: ben.id });
    await makeTicket({}, url.split('/').at(-1)?.split('-')[0]);
    await clearNotifications();
    await ada.put(`${url}/rank`, {});
    assert.deepEqual(await kindsOf(ben), []);
    await ada.put(`${url}/rank`, { position: 'first', status: 'todo' });
    assert.deepEqual(await kindsOf(ben), ['update ticket.updated']);
  });

  test('a mention notifies a watcher once, and an edited comment only newly mentioned people', async () => {
    const url = await makeTicket({ assigneeId: ben.id });
    await clearNotifications();
    const { id } = (await ada.post(`${url}/comments`, { content: 'Look, @ben' })).body.data;
    const [notification, ...more] = await notificationsOf(ben);
    assert.deepEqual(
      [notification?.kind, notification?.comment?.excerpt, more.length],
      ['mention', 'Look, @ben', 0],
    );
    await ada.put(`${url}/comments/${id}`, { content: 'Look, @ben and @cy' });
    assert.equal((await kindsOf(ben)).length, 1);
    assert.deepEqual(await kindsOf(cy), ['mention comment.updated']);
    await cy.post(`${url}/comments`, { content: 'Seen' });
    assert.deepEqual(await kindsOf(ben), ['update comment.created', 'mention comment.created']);
  });

  test('a mention in a description notifies each person once', async () => {
    const url = await makeTicket({ description: '@ben, see `@cy`' });
    assert.deepEqual([await kindsOf(ben), await kindsOf(cy)], [['mention ticket.created'], []]);
    await clearNotifications();
    await ada.put(url, { description: '@ben and @cy' });
    assert.deepEqual(await kindsOf(cy), ['mention ticket.updated']);
    assert.deepEqual(await kindsOf(ben), ['update ticket.updated'], 'mentioned before, a watcher since');
  });

  test('watchers are notified once of a status change and of the deletion', async () => {
    const url = await makeTicket();
    await ben.post(`${url}/watchers`);
    await clearNotifications();
    await ada.put(`${url}/status`, { status: 'done' });
    await ada.delete(url);
    assert.deepEqual(await kindsOf(ben), ['update ticket.deleted', 'update ticket.updated']);
    assert.deepEqual(await kindsOf(cy), []);
  });

  test('a person who stopped watching or lost access is not notified', async () => {
    const key = await makeProject();
    const url = await makeTicket({}, key);
    await ben.post(`${url}/watchers`);
    await cy.post(`${url}/watchers`);
    await cy.delete(`${url}/watchers`);
    await ada.delete(`/api/project/${key}/members/${ben.id}`);
    await clearNotifications();
    await ada.post(`${url}/comments`, { content: 'Behind your backs, @ben' });
    assert.deepEqual([await kindsOf(ben), await kindsOf(cy)], [[], []]);
    await ada.post(`${url}/comments`, { content: '@cy, this one is for you' });
    assert.deepEqual(await kindsOf(cy), ['mention comment.created'], 'a mention notifies without watching');
  });

  test('a person who lost access is not notified of earlier events', async () => {
    const key = await makeProject();
    const url = await makeTicket({}, key);
    await ben.post(`${url}/watchers`);
    await clearNotifications();
    await ada.post(`${url}/comments`, { content: 'Secret' });
    await ada.delete(`/api/project/${key}/members/${ben.id}`);
    assert.deepEqual(await kindsOf(ben), []);
  });

  test('a new member is notified, unless their preferences turn notifications off', async () => {
    const dee = await world.person('Dee');
    const eve = await world.person('Eve');
    await eve.put('/api/user/preferences', { notifications: false });
    await ada.post('/api/projects', { name: 'Invited', key: 'INV' });
    for (const { id } of [dee, eve])
      await ada.post('/api/project/INV/members', { userId: id, role: 'viewer' });
    const [notification] = await notificationsOf(dee);
    assert.deepEqual(
      [notification?.kind, notification?.message],
      ['project_invite', 'Ada added you to project Invited as viewer'],
    );
    assert.deepEqual(await notificationsOf(eve), []);
  });

  test('a person can list, mark and delete only their own notifications', async () => {
    const fay = await world.person('Fay');
    for (let i = 0; i < 3; i++) await ada.post('/api/tickets', { title: `T${i}`, assigneeId: fay.id });
    await notifyAll(world);
    const page = (await fay.get('/api/user/notifications?limit=2')).body;
    assert.deepEqual([page.data.length, page.pagination.total, page.unreadCount], [2, 3, 3]);
    const [first] = page.data as ListedNotification[];
    const url = `/api/user/notifications/${first?.id}`;
    for (const other of [ben, ada]) {
      assert.equal((await other.put(url, { read: true })).status, 404);
      assert.equal((await other.delete(url)).status, 404);
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

  test('a notification appears only in the live stream of its recipient', async () => {
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
    const [notification] = (await jo.get('/api/user/notifications')).body.data;
    const { read: _, createdAt: __, ...listed } = notification;
    assert.deepEqual(message?.data.data.notification, listed);
    const [first] = await other.until(1);
    assert.equal(first?.data.data.notification.message, 'Jo assigned Back to you');
    await jo.post('/api/tickets', { title: 'Up', assigneeId: chief.id });
    await notifyAll(world);
    const [received] = (await streams[2]?.until(1)) ?? [];
    assert.equal(
      received?.data.data.notification.message,
      'Jo assigned Up to you',
      'not the earlier ones of others',
    );
    for (const stream of streams) stream.close();
  });

  test('the owner of a disabled webhook is notified', async () => {
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
    const [notification] = await notificationsOf(kit);
    assert.deepEqual(
      [notification?.kind, notification?.message],
      ['webhook_disabled', 'The webhook to hooks.test was disabled: every delivery failed for days'],
    );
  });

  test('concurrent processes create each notification once', async () => {
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

  test('malformed and old events notify nobody and block nothing', async () => {
    const hal = await world.person('Hal');
    const url = await makeTicket();
    const { id } = (await ada.get(url)).body.data;
    await hal.get('/api/user/profile');
    const eventScope = { actorId: ben.id, ticketId: id };
    await world.db.transaction(async (tx) => {
      await recordEvent(tx, ticketDeleted, { ...eventScope, at: world.clock.now(), data: null as never });
      const assigned = { ...ticketDeleted, name: 'ticket.assigned' };
      const data = { ticket: { id, title: 'x', assigneeId: hal.id } } as never;
      await recordEvent(tx, assigned, { ...eventScope, at: world.clock.now() - 8 * dayMs, data });
    });
    await ada.post('/api/tickets', { title: 'After', assigneeId: hal.id });
    assert.deepEqual(await kindsOf(hal), ['assignment ticket.assigned']);
    while ((await notifyNext(notifierOf(world), world.clock.now())) > 0);
  });

  test('read notifications are deleted after 90 days, all after a year', async () => {
    const ida = await world.person('Ida');
    for (const title of ['One', 'Two']) await ada.post('/api/tickets', { title, assigneeId: ida.id });
    const [one] = await notificationsOf(ida);
    await ida.put(`/api/user/notifications/${one?.id}`, { read: true });
    const left = async (days: number) => {
      await sweepNotifications(world.db, world.clock.now() + days * dayMs);
      return (await ida.get('/api/user/notifications')).body.pagination.total;
    };
    assert.deepEqual([await left(89), await left(91), await left(364), await left(366)], [2, 1, 1, 0]);
  });

  test('a question, a result and a failure of an agent notify once each whom the ticket, the task or the agent concerns', async () => {
    const projectKey = await makeProject();
    const dan = await world.person('Dan');
    await ada.post(`/api/project/${projectKey}/members`, { userId: dan.id, role: 'member' });
    const agent = (await dan.post('/api/agents', { name: 'Fixer' })).body.data;
    await ada.post(`/api/project/${projectKey}/members`, { userId: agent.id, role: 'member' });
    const { key } = (
      await dan.post(`/api/agents/${agent.id}/api-keys`, { name: 'run', scopes: ['agent', 'read'] })
    ).body.data;
    const worker = world.caller({ authorization: `Bearer ${key}` });
    // Ada reports and watches, Ben is the assignee and asks for the task, Dan owns the agent, Cy has nothing to do with it.
    const url = await makeTicket({ assigneeId: ben.id }, projectKey);
    const ticketId = url.slice('/api/tickets/'.length);
    const start = async () => {
      const made = await ben.post('/v1/agent-tasks', {
        ...{ projectId: projectKey, ticketId, agentId: agent.id },
        ...{ title: 'Mend it', instructions: 'Do.', maxAttempts: 1 },
      });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const { data } = (await worker.post('/v1/agent-tasks/claim', { workerId: 'w' })).body;
      return { path: `/v1/agent-tasks/${data.id}`, epoch: data.lease.epoch as number };
    };
    const steps = [
      ['ask', { question: 'Which branch?' }, 'agent_question', 'Fixer asked about the task “Mend it” on '],
      ['complete', {}, 'agent_result', 'Fixer completed the task “Mend it” on '],
      [
        'fail',
        { error: 'No tests', retryable: false },
        'agent_failure',
        'Fixer could not complete the task “Mend it” on ',
      ],
    ] as const;
    for (const [action, body, kind, message] of steps) {
      const { path, epoch } = await start();
      await clearNotifications();
      const done = await worker.post(`${path}/${action}`, { epoch, ...body });
      assert.ok(done.status < 300, JSON.stringify(done.body));
      for (const person of [ada, ben, dan]) {
        const [notification, ...more] = await notificationsOf(person);
        assert.deepEqual([notification?.kind, more], [kind, []]);
        assert.equal(notification?.message, `${message}${ticketId} Rate`);
      }
      assert.deepEqual(await kindsOf(cy), []);
      if (kind === 'agent_question') await ben.post(`${path}/answer`, { answer: 'main' });
      if (kind === 'agent_question') await ben.post(`${path}/cancel`, {});
    }
    const [failure] = (await ada.get('/api/user/notifications')).body.data;
    assert.deepEqual([failure.task.title, failure.task.excerpt], ['Mend it', 'No tests']);
    assert.equal((await worker.get('/api/user/notifications')).body.data?.length ?? 0, 0);

    // A claim, which moves the ticket, and every step notify nobody.
    await clearNotifications();
    const silent = await start();
    for (const type of ['thought', 'action', 'message', 'error'])
      await worker.post(`${silent.path}/activities`, { epoch: silent.epoch, type, content: 'Working' });
    await worker.post(`${silent.path}/artifacts`, { epoch: silent.epoch, type: 'text', content: 'Found' });
    for (const person of [ada, ben, dan]) assert.deepEqual(await kindsOf(person), []);
    await clearNotifications();
    world.clock.advance(dayMs);
    await expireLeases(world.db, world.clock.now());
    assert.deepEqual(await kindsOf(dan), ['agent_failure agent_task.timed_out'], silent.path);
  });
});
