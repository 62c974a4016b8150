import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { notifierOf, notifyAll } from '../../../test/support/notifying.ts';
import { newPushBrowser } from '../../../test/support/push-browser.ts';
import { openReceiver, type Receiver } from '../../../test/support/receiver.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { statement } from '../../platform/db/index.ts';
import { toIso } from '../../platform/instant.ts';
import { newLogger } from '../../platform/logger.ts';
import { newOutboundClients, type OutboundClients } from '../../platform/outbound-http/index.ts';
import { newSecretBox } from '../../platform/secret-box/index.ts';
import { returnDue } from '../return-due.ts';
import { pushTextBytesMax } from './encrypt-push.ts';
import { draftPush, sendDuePushes } from './send-pushes.ts';

const waitingPushes = statement<object, { count: number }>('select count(*) as count from pushes');
const targets = statement<object, { target: string }>('select target from push_subscriptions');

onEveryEngine('pushes to browsers', (engine) => {
  let world: World;
  let service: Receiver;
  let outbound: OutboundClients;
  let ada: Person;
  let count = 0;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', WEBHOOK_EGRESS: 'private' });
    service = await openReceiver();
    outbound = newOutboundClients();
    ada = await world.person('Ada');
  });
  after(async () => {
    await outbound.close();
    await service.close();
    await world.close();
  });

  /** What a process of Docket does once a second. */
  const runLoop = async () => {
    await notifyAll(world);
    await returnDue(notifierOf(world), world.clock.now());
    await sendDuePushes({
      ...{ db: world.db, clock: world.clock, logger: newLogger('silent'), outbound: outbound.private },
      ...{ box: newSecretBox(world.config.secretKeys), baseUrl: world.config.baseUrl },
    });
  };
  const subscribe = async (person: Person) => {
    const browser = newPushBrowser();
    const endpoint = `${service.url}/${++count}`;
    const { status, body } = await person.post('/api/user/push-subscriptions', {
      endpoint,
      keys: browser.keys,
    });
    assert.equal(status, 201, JSON.stringify(body));
    const path = new URL(endpoint).pathname;
    return {
      id: body.data.id as string,
      endpoint,
      ...browser,
      received: () =>
        service.received.filter((one) => one.path === path).map((one) => browser.decrypt(one.body)),
      requests: () => service.received.filter((one) => one.path === path),
    };
  };
  const assign = async (to: Person, title = 'Rate') => {
    const { data } = (await ada.post('/api/tickets', { title, assigneeId: to.id })).body;
    return data.id as string;
  };
  const waiting = async () => (await world.db.reads.find(waitingPushes, {}))?.count;

  test('a notification reaches every browser of its person, encrypted for it, once', async () => {
    const [ben, cy] = [await world.person('Ben'), await world.person('Cy')];
    const [first, second, others] = [await subscribe(ben), await subscribe(ben), await subscribe(cy)];
    const ticketId = await assign(ben, 'The invoice shows yesterday’s rate');
    await runLoop();
    await runLoop();
    for (const browser of [first, second])
      assert.deepEqual(
        browser.received().map(({ id: _, ...told }) => told),
        [
          {
            ...{ kind: 'assignment', type: 'ticket.assigned', who: 'Ada', task: '', quote: '' },
            message: 'Ada assigned The invoice shows yesterday’s rate to you',
            about: 'The invoice shows yesterday’s rate',
            path: `/t/${ticketId}`,
          },
        ],
      );
    assert.deepEqual(others.received(), []);
    const [{ headers } = assert.fail()] = first.requests();
    const { publicKey } = (await ben.get('/api/user/push-key')).body.data;
    assert.match(String(headers.authorization), new RegExp(`^vapid t=[\\w.-]+, k=${publicKey}$`));
    assert.deepEqual(
      [headers['content-encoding'], headers.ttl, headers.urgency],
      ['aes128gcm', '86400', 'high'],
    );
    for (const { target } of await world.db.reads.list(targets, {}))
      assert.ok(!target.includes('127.0.0.1'), 'the address is stored sealed');
  });

  test('a reminder and what was snoozed reach the browser at their time', async () => {
    const ben = await world.person('Ben');
    const ticketId = await assign(ben);
    await notifyAll(world);
    const browser = await subscribe(ben);
    const [one] = (await ben.get('/api/user/notifications')).body.data;
    const at = toIso(world.clock.now() + hourMs);
    await ben.put(`/api/user/notifications/${one.id}`, { snoozedUntil: at });
    await ben.put(`/api/tickets/${ticketId}/reminder`, { remindAt: at });
    await runLoop();
    assert.deepEqual(browser.received(), []);
    world.clock.advance(hourMs);
    await runLoop();
    assert.deepEqual(
      browser
        .received()
        .map(({ kind }) => kind)
        .sort(),
      ['assignment', 'reminder'],
    );
  });

  test('what was read meanwhile, or may no longer be read, is not sent', async () => {
    const ben = await world.person('Ben');
    const browser = await subscribe(ben);
    await ada.post('/api/projects', { name: 'Secret', key: 'SECRET' });
    await ada.post('/api/project/SECRET/members', { userId: ben.id, role: 'member' });
    await runLoop();
    const before = browser.received().length;
    await ada.post('/api/tickets', { title: 'Private', projectId: 'SECRET' });
    await ada.post('/api/tickets/SECRET-1/comments', { content: `@${ben.email} look` });
    await assign(ben, 'Read');
    await notifyAll(world);
    const read = (await ben.get('/api/user/notifications?unread=true')).body.data.find(
      (one: { ticket: { title: string } | null }) => one.ticket?.title === 'Read',
    );
    await ben.put(`/api/user/notifications/${read.id}`, { read: true });
    await ada.delete(`/api/project/SECRET/members/${ben.id}`);
    await runLoop();
    const told = browser
      .received()
      .slice(before)
      .map(({ about }) => about);
    assert.ok(!told.some((about) => /Private|Read/.test(about ?? '')), told.join());
    assert.equal(await waiting(), 0);
  });

  test('a service that is down is asked again later; one that no longer knows the browser is not', async () => {
    const ben = await world.person('Ben');
    const browser = await subscribe(ben);
    service.answer(503);
    await assign(ben);
    await runLoop();
    await runLoop();
    assert.equal(browser.requests().length, 1);
    service.answer(201);
    world.clock.advance(minuteMs);
    await runLoop();
    assert.equal(browser.requests().length, 2);
    service.answer(410);
    await assign(ben);
    await runLoop();
    service.answer(201);
    await assign(ben);
    await runLoop();
    assert.equal(browser.requests().length, 3);
    assert.equal((await ben.delete(`/api/user/push-subscriptions/${browser.id}`)).status, 404);
  });

  test('it ends with the session, and when the person ends it; others cannot', async () => {
    const [ben, cy] = [await world.person('Ben'), await world.person('Cy')];
    const browser = await subscribe(ben);
    assert.equal((await cy.delete(`/api/user/push-subscriptions/${browser.id}`)).status, 404);
    assert.equal((await ben.delete(`/api/user/push-subscriptions/${browser.id}`)).status, 200);
    const again = await subscribe(ben);
    await ben.post('/api/auth/sign-out', {});
    await assign(ben);
    await runLoop();
    assert.deepEqual([...browser.requests(), ...again.requests()], []);
  });

  test('a browser that somebody else signs in to is theirs', async () => {
    const [ben, cy] = [await world.person('Ben'), await world.person('Cy')];
    const browser = await subscribe(ben);
    await cy.post('/api/user/push-subscriptions', { endpoint: browser.endpoint, keys: browser.keys });
    await assign(ben);
    await assign(cy, 'Of Cy');
    await runLoop();
    assert.deepEqual(
      browser.received().map(({ about }) => about),
      ['Of Cy'],
    );
  });

  test('what waits for one person does not go to the next one at the same browser', async () => {
    const [ben, cy] = [await world.person('Ben'), await world.person('Cy')];
    const browser = await subscribe(ben);
    await ada.post('/api/projects', { name: 'Both', key: 'BOTH' });
    for (const { id } of [ben, cy])
      await ada.post('/api/project/BOTH/members', { userId: id, role: 'member' });
    await runLoop();
    const before = browser.requests().length;
    await ada.post('/api/tickets', { title: 'Of Ben', projectId: 'BOTH', assigneeId: ben.id });
    await notifyAll(world);
    assert.equal(await waiting(), 1);
    const { endpoint, keys } = browser;
    assert.equal((await cy.post('/api/user/push-subscriptions', { endpoint, keys })).status, 201);
    await runLoop();
    assert.equal(browser.requests().length, before);
    assert.equal(await waiting(), 0);
  });

  test('who knows the address of a browser but not its keys cannot take it over', async () => {
    const [ben, eve] = [await world.person('Ben'), await world.person('Eve')];
    const browser = await subscribe(ben);
    const { endpoint } = browser;
    const { keys } = newPushBrowser();
    assert.equal((await eve.post('/api/user/push-subscriptions', { endpoint, keys })).status, 409);
    await assign(ben, 'Still for Ben');
    await runLoop();
    assert.deepEqual(
      browser.received().map(({ about }) => about),
      ['Still for Ben'],
    );
    // The browser of the same person may have renewed its keys.
    assert.equal((await ben.post('/api/user/push-subscriptions', { endpoint, keys })).status, 201);
  });

  test('a service that answers nobody is asked once a minute, however much waits', async () => {
    const ben = await world.person('Ben');
    const browser = await subscribe(ben);
    service.answer(503);
    for (let i = 0; i < 12; i++) await assign(ben, `Waiting ${i}`);
    await runLoop();
    await runLoop();
    service.answer(201);
    const asked = browser.requests().length;
    assert.ok(asked >= 1 && asked <= 8, `${asked}: at most one batch`);
    assert.equal(await waiting(), 12);
    world.clock.advance(minuteMs);
    await runLoop();
    await runLoop();
    assert.equal(browser.requests().length, asked + 12);
    assert.equal(await waiting(), 0);
  });

  test('API keys, private addresses and wrong keys are refused', async () => {
    const { key } = (await ada.post('/api/user/api-keys', { name: 'k' })).body.data;
    const { keys } = newPushBrowser();
    const endpoint = service.url;
    const byKey = await world
      .caller({ authorization: `Bearer ${key}` })
      .post('/api/user/push-subscriptions', { endpoint, keys });
    assert.equal(byKey.status, 403);
    for (const body of [
      { endpoint: 'ftp://127.0.0.1/', keys },
      { endpoint: 'nothing', keys },
      { endpoint: 'http://push.invalid/send/abc', keys },
      { endpoint: 'http://a:b@127.0.0.1/', keys },
      { endpoint, keys: { ...keys, p256dh: 'AAAA' } },
      { endpoint, keys: { ...keys, auth: 'AAAA' } },
    ])
      assert.equal((await ada.post('/api/user/push-subscriptions', body)).status, 400, JSON.stringify(body));
    const strict = await openWorld(engine, { RATE_LIMIT: 'off', WEBHOOK_EGRESS: 'public' });
    const eve = await strict.person('Eve');
    const answer = await eve.post('/api/user/push-subscriptions', { endpoint, keys });
    await strict.close();
    assert.deepEqual(answer.body.error.details, {
      endpoint: ['Endpoint must not be an address of a private network'],
    });
  });

  test('a person has at most 20 browsers, the oldest ends', async () => {
    const ben = await world.person('Ben');
    const ids: string[] = [];
    for (let i = 0; i < 21; i++) {
      ids.push((await subscribe(ben)).id);
      world.clock.advance(1);
    }
    assert.equal((await ben.delete(`/api/user/push-subscriptions/${ids[0]}`)).status, 404);
    assert.equal((await ben.delete(`/api/user/push-subscriptions/${ids[1]}`)).status, 200);
    const oldest = await subscribe(ben);
    for (let i = 0; i < 19; i++) {
      world.clock.advance(1);
      await subscribe(ben);
    }
    world.clock.advance(1);
    const { endpoint, keys } = oldest;
    assert.equal((await ben.post('/api/user/push-subscriptions', { endpoint, keys })).status, 201);
    world.clock.advance(1);
    await subscribe(ben);
    const kept = await ben.delete(`/api/user/push-subscriptions/${oldest.id}`);
    assert.equal(kept.status, 200, 'a browser that subscribed again is not the oldest');
  });

  test('the longest notification fits into one record', () => {
    const long = '😀"\\\0\n'.repeat(1_000);
    const text = JSON.stringify(
      draftPush({
        ...{ subscriptionId: 's'.repeat(36), notificationId: 'n'.repeat(36), userId: '', target: '' },
        ...{ attempts: 0, kind: 'agent_question', eventType: 'agent_task.asked', ticketId: null },
        ...{ readAt: null, createdAt: 0 },
        data: JSON.stringify({
          ...{ message: long, actor: { id: '', name: long }, project: null },
          ticket: { id: 'i'.repeat(36), title: long, key: 'ABCDEFGHIJ-123456789' },
          ...{ comment: { id: 'c'.repeat(36), excerpt: long }, task: { id: '', title: long } },
        }),
      }),
    );
    assert.ok(Buffer.byteLength(text) <= pushTextBytesMax, `${Buffer.byteLength(text)} bytes`);
  });
});
