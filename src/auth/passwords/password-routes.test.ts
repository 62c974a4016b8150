import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sendDueMails } from '../../../src/mail/send-mails.ts';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import { addWaysIn } from '../../../test/support/ways-in.ts';
import { openWorld, password, type World } from '../../../test/support/world.ts';
import { newMailQueue } from '../../composition/mail-queue.ts';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { statement } from '../../platform/db/index.ts';
import { newLogger } from '../../platform/logger.ts';

onEveryEngine('passwords', (engine) => {
  let world: World;
  let server: MailServer;
  before(async () => {
    server = await startMailServer();
    world = await openWorld(engine, {
      RATE_LIMIT: 'off',
      SMTP_URL: server.url,
      BASE_URL: 'https://docket.test',
    });
  });
  after(async () => {
    await world.close();
    await server.close();
  });

  const signIn = (email: string, secret: string) =>
    world.anonymous.post('/api/auth/sign-in/email', { email, password: secret });
  const forget = (email: string) => world.anonymous.post('/api/auth/forget-password', { email });
  const reset = (token: string, newPassword: string) =>
    world.anonymous.post('/api/auth/reset-password', { token, newPassword });
  async function mailedTokens(email: string): Promise<string[]> {
    const queue = newMailQueue(world.db, newLogger('silent'), world.config);
    while ((await sendDueMails(queue, world.clock.now())).hasMore);
    return server.messages
      .filter(({ to }) => to.includes(email))
      .map(({ body }) => /reset-password\?token=([\w-]{43})/.exec(body.replace(/=\r\n/g, ''))?.[1] as string);
  }

  test('a forgotten password is set by a mailed link, which works once and ends every session', async () => {
    const ada = await world.person('Ada');
    const asked = await forget(` ${ada.email.toUpperCase()} `);
    assert.deepEqual([asked.status, asked.body.data.mailed], [200, true]);
    const [token = ''] = await mailedTokens(ada.email);
    const tables = ['password_links', 'mails', 'events'];
    for (const table of tables) {
      const rows = await world.db.reads.list(statement<object, object>(`select * from ${table}`), {});
      assert.equal(JSON.stringify(rows).includes(token), false, table);
    }
    assert.deepEqual(Object.keys((await reset(token, 'short')).body.error.details), ['newPassword']);
    const done = await reset(token, 'a new password');
    assert.equal(done.status, 200);
    assert.deepEqual([done.body.data.email, done.body.data.sessionsEnded], [ada.email, 1]);
    assert.equal((await ada.get('/api/tickets')).status, 401);
    assert.equal((await signIn(ada.email, password)).status, 401);
    assert.equal((await signIn(ada.email, 'a new password')).status, 200);
    assert.deepEqual(Object.keys((await reset(token, 'another password')).body.error.details), ['token']);
    const events = (await world.events()).filter(({ actorId }) => actorId === ada.id);
    assert.equal(events.at(-1)?.type, 'user.password_changed');
  });

  const waysIn = ['identity', 'passkey', 'api_key', 'second_factor'];
  async function resetByMail(person: { email: string }) {
    await forget(person.email);
    return (await reset((await mailedTokens(person.email)).at(-1) ?? '', 'a new password')).body.data;
  }

  test('the first mailed link of an address that nobody proved removes every other way in, and proves it', async () => {
    const victim = await world.person('Unproved');
    await addWaysIn(world, victim.id);
    const done = await resetByMail(victim);
    assert.deepEqual(done.removed, { identities: 1, passkeys: 1, apiKeys: 1, secondFactors: 1 });
    assert.deepEqual(done.remaining, []);
    const { status, body } = await signIn(victim.email, 'a new password');
    assert.deepEqual([status, body.data.user.emailVerified], [200, true]);

    await addWaysIn(world, victim.id);
    const later = await resetByMail(victim);
    assert.deepEqual(later.removed, { identities: 0, passkeys: 0, apiKeys: 0, secondFactors: 0 });
    const kinds = later.remaining.map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(kinds, waysIn, 'what is added to a proved account stays and is listed');
    assert.equal((await signIn(victim.email, 'a new password')).status, 202);
  });

  test('a link that an administrator passes on removes nothing and lists what gives access', async () => {
    const root = await world.person('Root', 'ADMIN');
    const person = await world.person('Passed');
    await addWaysIn(world, person.id);
    const { url } = (await root.post(`/api/instance/users/${person.id}/password-link`)).body.data;
    const token = new URL(url).searchParams.get('token') ?? '';
    const { body } = await reset(token, 'a new password');
    assert.deepEqual(
      body.data.remaining.map(({ kind }: { kind: string }) => kind),
      waysIn,
    );
  });

  test('a new password gives the session of the request another token', async () => {
    const ada = await world.person('Rotated');
    const before = ada.cookie;
    const passwords = { currentPassword: password, newPassword: 'a new password' };
    const changed = await ada.post('/api/auth/change-password', passwords);
    assert.equal(changed.status, 200);
    assert.notEqual(ada.cookie, before);
    assert.equal((await world.caller({ cookie: before }).get('/api/tickets')).status, 401);
    assert.equal((await ada.get('/api/user/sessions')).body.data[0].current, true);
  });

  test('an unknown address gets the same answer and no mail', async () => {
    const known = await world.person('Known');
    const answers = [await forget(known.email), await forget('nobody@example.org')];
    assert.deepEqual(answers[0]?.body.data, answers[1]?.body.data);
    assert.equal(answers[0]?.status, answers[1]?.status);
    assert.deepEqual(await mailedTokens('nobody@example.org'), []);
    assert.equal((await mailedTokens(known.email)).length, 1);
  });

  test('a link goes to the address of the account, even if another one equals it when case is ignored', async () => {
    const email = 'kelvin@example.org';
    const made = await world.anonymous.post('/api/auth/sign-up/email', { name: 'Kelvin', email, password });
    assert.equal(made.status, 201);
    await forget('\u212Aelvin@example.org');
    await mailedTokens(email);
    const recipients = server.messages.flatMap(({ to }) => to);
    assert.equal(
      recipients.some((to) => to.includes('\u212A')),
      false,
    );
  });

  test('a mailed link expires after 30 minutes', async () => {
    const late = await world.person('Late');
    await forget(late.email);
    const [token = ''] = await mailedTokens(late.email);
    world.clock.advance(30 * minuteMs);
    assert.equal((await reset(token, 'a new password')).status, 400);
    assert.equal((await signIn(late.email, password)).status, 200);
  });

  test('of two simultaneous uses of a link one succeeds, and a new password ends the other links', async () => {
    const twice = await world.person('Twice');
    await forget(twice.email);
    await forget(twice.email);
    const [first = '', second = ''] = await mailedTokens(twice.email);
    const statuses = await Promise.all([reset(first, 'password one'), reset(first, 'password two')]);
    assert.deepEqual(statuses.map(({ status }) => status).sort(), [200, 400]);
    assert.equal((await reset(second, 'password three')).status, 400);
  });

  test('asking for links is limited per account and per client address', async () => {
    const victim = await world.person('Victim');
    for (let i = 0; i < 4; i++) await forget(victim.email);
    const slowed = await forget(victim.email);
    assert.deepEqual([slowed.status, slowed.body.error.code], [429, 'RATE_LIMITED']);
    assert.ok(Number(slowed.headers['retry-after']) >= 1);
    world.clock.advance(2 * hourMs);
    const statuses = new Set<number>();
    for (let i = 0; i < 25; i++) statuses.add((await forget(`guess${i}@example.org`)).status);
    assert.deepEqual([...statuses], [200, 429]);
    world.clock.advance(2 * hourMs);
  });

  test('changing the password needs the current one and ends the other sessions', async () => {
    const ada = await world.person('Changing');
    const change = (currentPassword: string) =>
      ada.post('/api/auth/change-password', { currentPassword, newPassword: 'a new password' });
    const there = String((await signIn(ada.email, password)).headers['set-cookie']).split(';')[0] as string;
    const wrong = await change('wrong password');
    assert.deepEqual([wrong.status, Object.keys(wrong.body.error.details)], [400, ['currentPassword']]);
    assert.deepEqual((await change(password)).body.data, { sessionsEnded: 1 });
    assert.equal((await ada.get('/api/tickets')).status, 200);
    assert.equal((await world.caller({ cookie: there }).get('/api/tickets')).status, 401);
    assert.equal((await signIn(ada.email, 'a new password')).status, 200);
    for (let i = 0; i < 5; i++) assert.equal((await change('wrong password')).status, 400);
    assert.equal((await change('wrong password')).status, 429);
    world.clock.advance(30 * minuteMs);
    const { key } = (await ada.post('/api/user/api-keys', { name: 'CI' })).body.data;
    const keyed = world.caller({ authorization: `Bearer ${key}` });
    const body = { currentPassword: 'a new password', newPassword: 'taken over' };
    assert.equal((await keyed.post('/api/auth/change-password', body)).status, 403);
  });

  test('signing out everywhere keeps or ends the session of the request', async () => {
    const ada = await world.person('Everywhere');
    await signIn(ada.email, password);
    await signIn(ada.email, password);
    assert.deepEqual((await ada.delete('/api/user/sessions')).body.data, { sessionsEnded: 2 });
    assert.equal((await ada.get('/api/user/sessions')).body.pagination.total, 1);
    assert.equal((await ada.delete('/api/user/sessions?current=maybe')).status, 400);
    assert.deepEqual((await ada.delete('/api/user/sessions?current=end')).body.data, { sessionsEnded: 1 });
    assert.equal((await ada.get('/api/user/sessions')).status, 401);
  });

  test('without a mail server the answer says that an administrator can create a link', async () => {
    const silent = await openWorld(engine);
    const { status, body } = await silent.anonymous.post('/api/auth/forget-password', { email: 'a@b.org' });
    assert.deepEqual([status, body.data.mailed], [200, false]);
    assert.match(body.data.message, /administrator/);
    assert.equal((await silent.anonymous.get('/api/instance')).body.data.sendsMail, false);
    await silent.close();
  });
});
