import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { newMailQueue } from '../composition/mail-queue.ts';
import { sendDueMails } from '../mail/send-mails.ts';
import { newLogger } from '../platform/logger.ts';

onEveryEngine('intake', (engine) => {
  let world: World;
  let server: MailServer;
  let ada: Person;
  const paths: Record<string, string> = {};

  before(async () => {
    server = await startMailServer();
    world = await openWorld(engine, { SMTP_URL: server.url });
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'Desk', key: 'DESK' });
    await ada.put('/api/project/DESK', { triage: true });
    for (const kind of ['form', 'webhook', 'mail']) paths[kind] = await open(kind);
  });
  after(async () => {
    await world.close();
    await server.close();
  });

  const open = async (kind: string) => {
    const { status, body } = await ada.put(`/api/project/DESK/intake-channels/${kind}`, {});
    assert.equal(status, 200);
    return `/api/intake/${new URL(body.data.url).pathname.split('/').at(-1)}`;
  };
  const send = (kind: string, body: object, query = '') => {
    world.clock.advance(1);
    return world.anonymous.post(`${paths[kind]}${query}`, body);
  };
  const newest = async () => (await ada.get('/api/tickets?project=DESK&sort=createdAt&limit=1')).body.data[0];

  test('a form takes a ticket from a stranger, who learns nothing about it', async () => {
    assert.deepEqual((await world.anonymous.get(paths.form as string)).body.data, { project: 'Desk' });
    const html = '<img src=x onerror=alert(1)>';
    const sent = await send('form', { title: html, text: '@Ada look', email: 'grace@example.org' });
    assert.deepEqual([sent.status, sent.body.data], [201, { received: true }]);
    const ticket = await newest();
    assert.deepEqual([ticket.title, ticket.triage, ticket.status], [html, 'waiting', 'backlog']);
    const { description, id } = (await ada.get(`/api/tickets/${ticket.id}`)).body.data;
    assert.equal(description, 'Sent through the form by grace@\u200bexample.org.\n\n@\u200bAda look');
    const sender = (await ada.get(`/api/tickets/${id}/sender`)).body.data;
    assert.deepEqual(sender, { kind: 'form', email: 'grace@example.org', canBeTold: true });

    const decision = { decision: 'decline', reason: 'Not this year.', tellSender: true };
    assert.equal((await ada.post(`/api/tickets/${id}/triage`, decision)).status, 200);
    world.clock.advance(1_000);
    const queue = newMailQueue(world.db, newLogger('silent'), world.config);
    while ((await sendDueMails(queue, world.clock.now())).hasMore);
    const [mail] = server.messages.filter(({ to }) => to.includes('grace@example.org'));
    assert.match(mail?.body ?? '', /decided not to follow it up[\s\S]*Not this year\./);
  });

  test('a form refuses what is too long, without a title or with a wrong address', async () => {
    const total = async () => (await ada.get('/api/tickets?project=DESK')).body.pagination.total;
    const before = await total();
    world.clock.advance(60_000);
    for (const body of [
      {},
      { title: ' \u0007 ' },
      { title: 'x'.repeat(501) },
      { title: 'x', text: 'x'.repeat(20_001) },
      { title: 'x', email: 'nobody' },
    ])
      assert.equal((await send('form', body)).status, 400, JSON.stringify(body).slice(0, 60));
    world.clock.advance(60_000);
    assert.equal((await send('form', { title: 'x', text: 'x'.repeat(300_000) })).status, 413);
    assert.equal((await send('form', { title: 'Buy', website: 'https://spam.example' })).status, 201);
    assert.equal(await total(), before, 'the field that only programs fill in creates nothing');
  });

  test('one address may send five times a minute', async () => {
    world.clock.advance(60_000);
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push((await send('form', { title: `Flood ${i}` })).status);
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 429, 429]);
  });

  test('a webhook names the places of its payload, and a mail is read as it was received', async () => {
    const alert = { alert: { summary: 'Disk full', details: 'On db1' }, by: 'prom@example.org' };
    const query = '?title=alert.summary&text=alert.details&email=by';
    const sent = await send('webhook', alert, query);
    assert.equal(sent.status, 201);
    assert.equal(sent.body.data.key, (await newest()).key);
    assert.equal((await newest()).title, 'Disk full');
    assert.equal((await send('webhook', { constructor: 'x' }, '?title=constructor.name')).status, 400);
    const message = 'From: Grace <grace@example.org>\r\nSubject: By mail\r\n\r\nHello\r\n';
    assert.equal((await send('mail', { message })).status, 201);
    assert.equal((await newest()).title, 'By mail');
  });

  test('a delivery that is repeated while its ticket waits makes no second ticket', async () => {
    const total = async () => (await ada.get('/api/tickets?project=DESK')).body.pagination.total;
    const before = await total();
    const alert = { title: 'Queue is stuck', text: 'On mq1', name: 'Alerts', email: 'alerts@example.org' };
    const twice = await Promise.all([send('webhook', alert), send('webhook', alert)]);
    const [key, ...others] = [...twice, await send('webhook', alert)].map(({ body }) => body.data.key);
    assert.match(key, /^DESK-\d+$/);
    assert.deepEqual(others, [key, key]);
    assert.equal(await total(), before + 1);
    assert.notEqual((await send('webhook', { ...alert, text: 'On mq2' })).body.data.key, key);
    const message = `From: Alerts <alerts@example.org>\r\nSubject: ${alert.title}\r\n\r\nOn mq1\r\n`;
    assert.notEqual((await send('mail', { message })).body.data.key, key, 'another channel is no repetition');

    assert.equal((await ada.post(`/api/tickets/${key}/triage`, { decision: 'accept' })).status, 200);
    const again = await send('webhook', alert);
    assert.equal(again.status, 201);
    assert.notEqual(again.body.data.key, key, 'it happens again after somebody has decided');
  });

  test('an address works only while it is the newest, the project has triage and the channel is open', async () => {
    const post = (path = '') => world.anonymous.post(path, { title: 'x' });
    assert.equal((await post('/api/intake/dkt_tri_wrong')).status, 404);
    assert.equal((await world.anonymous.get(paths.webhook as string)).status, 404, 'only a form has a page');
    const former = paths.webhook;
    paths.webhook = await open('webhook');
    assert.equal((await post(former)).status, 404);
    assert.equal((await post(paths.webhook)).status, 201);
    await ada.put('/api/project/DESK', { triage: false });
    assert.equal((await post(paths.webhook)).status, 404);
    await ada.put('/api/project/DESK', { triage: true });
    assert.equal((await ada.delete('/api/project/DESK/intake-channels/webhook')).status, 200);
    assert.equal((await post(paths.webhook)).status, 404);
    const listed = (await ada.get('/api/project/DESK/intake-channels')).body.data;
    assert.deepEqual(
      listed.map(({ kind }: { kind: string }) => kind),
      ['form', 'mail'],
    );
  });
});
