import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type EngineName, onEveryEngine } from '../../test/support/engines.ts';
import { type ApiResponse, openWorld, password, type World } from '../../test/support/world.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../platform/clock.ts';
import { statement } from '../platform/db/index.ts';
import { admitLinkRequest } from './passwords/password-link-throttle.ts';
import { admitSignUp } from './sign-up-throttle.ts';

const endSessions = statement('delete from sessions');
const failures3000 = statement<{ subject: string; now: number }>(
  'insert into sign_in_failures (subject, failures, last_failure_at) values (:subject, 3000, :now)',
);

onEveryEngine('authentication', (engine) => {
  let world: World;

  before(async () => {
    world = await openWorld(engine, { TRUST_PROXY: '1' });
  });
  after(() => world.close());

  const signUp = (email: string, fields: object = {}) =>
    world.anonymous.post('/api/auth/sign-up/email', { name: 'Somebody', email, password, ...fields });
  const signIn = (email: string, guess = password, headers = {}) =>
    world.anonymous.post('/api/auth/sign-in/email', { email, password: guess }, headers);
  const formatCookie = (answer: ApiResponse) => String(answer.headers['set-cookie']).split(';')[0] as string;

  test('sign-up makes the first account ADMIN and later ones USER, and sets a cookie', async () => {
    const first = await signUp('first@example.org');
    assert.equal(first.status, 201);
    assert.equal(first.body.data.user.role, 'ADMIN');
    const cookie = String(first.headers['set-cookie']);
    assert.match(
      cookie,
      /^docket\.session-token=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    assert.equal((await signUp('second@example.org')).body.data.user.role, 'USER');
    const me = world.caller({ cookie: formatCookie(first) });
    assert.equal((await me.get('/api/auth/get-session')).body.data.user.email, 'first@example.org');
    assert.equal((await me.get('/api/tickets')).status, 200);
    assert.equal((await signIn('first@example.org', 'wrong password')).status, 401);
    assert.equal((await signIn('first@example.org')).status, 200);
  });

  test('a stranger who sends a role with the sign-up becomes USER', async () => {
    const fields = { role: 'ADMIN', verifiesEmail: false, id: 'chosen', emailVerified: true };
    const { status, body, headers } = await signUp('eve@example.org', fields);
    assert.deepEqual([status, body.data.user.role], [201, 'USER']);
    assert.notEqual(body.data.user.id, 'chosen');
    assert.match(String(headers.warning), /ignored: role, verifiesEmail, id, emailVerified"$/);
  });

  test('two accounts cannot have the same e-mail address, ignoring case', async () => {
    const { email } = await world.person('Twice');
    const again = await signUp(email.toUpperCase());
    assert.deepEqual([again.status, Object.keys(again.body.error.details)], [400, ['email']]);
  });

  test('sign-up reports problems of name, e-mail and password in one answer', async () => {
    const { body } = await signUp('nonsense', { name: ' ', password: 'short' });
    assert.deepEqual(Object.keys(body.error.details).sort(), ['email', 'name', 'password']);
  });

  test('a wrong password and an unknown account get the same answer', async () => {
    const known = await world.person('Known');
    const wrong = await signIn(known.email, 'wrong password');
    const unknown = await signIn('unknown@example.org', 'wrong password');
    for (const answer of [wrong, unknown]) {
      assert.deepEqual([answer.status, answer.body.error.code], [401, 'UNAUTHORIZED']);
      assert.equal(answer.headers['set-cookie'], undefined);
    }
    assert.equal(wrong.body.error.message, unknown.body.error.message);
    assert.equal((await signIn(` ${known.email.toUpperCase()} `)).status, 200);
  });

  test('signing out ends only the session of the request', async () => {
    const { cookie: here, email } = await world.person('Out');
    const there = formatCookie(await signIn(email));
    const answer = await world.caller({ cookie: here }).post('/api/auth/sign-out');
    assert.match(String(answer.headers['set-cookie']), /^docket\.session-token=; .*Max-Age=0/);
    assert.equal((await world.caller({ cookie: here }).get('/api/tickets')).status, 401);
    assert.equal((await world.caller({ cookie: here }).get('/api/auth/get-session')).body.data, null);
    assert.equal((await world.caller({ cookie: there }).get('/api/tickets')).status, 200);
    assert.equal((await world.anonymous.post('/api/auth/sign-out')).status, 200);
    assert.equal(answer.headers['clear-site-data'], '"storage"');
  });

  test('sessions are listed, the current one is marked, and they can be revoked', async () => {
    const here = await world.person('Many');
    const there = formatCookie(await signIn(here.email, password, { 'user-agent': 'phone' }));
    const { data, pagination } = (await here.get('/api/user/sessions')).body;
    assert.equal(pagination.total, 2);
    const other = data.find((session: { current: boolean }) => !session.current);
    assert.equal(other.userAgent, 'phone');
    assert.equal((await here.delete(`/api/user/sessions/${other.id}`)).status, 200);
    assert.equal((await world.caller({ cookie: there }).get('/api/tickets')).status, 401);
  });

  test('a session lasts 30 days from its last use', async () => {
    const me = await world.person('Slide');
    world.clock.advance(20 * dayMs);
    const used = await me.get('/api/tickets');
    assert.equal(formatCookie(used), me.cookie);
    world.clock.advance(20 * dayMs);
    assert.equal((await me.get('/api/tickets')).status, 200);
    assert.equal((await me.get('/api/tickets')).headers['set-cookie'], undefined);
    world.clock.advance(31 * dayMs);
    assert.equal((await me.get('/api/tickets')).status, 401);
    assert.equal((await me.get('/api/auth/get-session')).body.data, null);
  });

  test('a session in daily use ends after a year', async () => {
    const me = await world.person('Daily');
    for (let day = 0; day < 350; day += 25) {
      world.clock.advance(25 * dayMs);
      assert.equal((await me.get('/api/tickets')).status, 200, `day ${day + 25}`);
    }
    world.clock.advance(16 * dayMs);
    assert.equal((await me.get('/api/tickets')).status, 401);
  });

  test('the session cookie is accepted with the __Secure- prefix, quoted and among other cookies', async () => {
    const [name, token] = (await world.person('Names')).cookie.split('=') as [string, string];
    for (const cookie of [`__Secure-${name}=${token}`, `a=b; ${name}="${token}"; c=d`]) {
      assert.equal((await world.caller({ cookie }).get('/api/tickets')).status, 200, cookie);
    }
    const behindProxy = world.caller({ cookie: `${name}=${token}`, authorization: 'Basic dXNlcjpwYXNz' });
    assert.equal((await behindProxy.get('/api/tickets')).status, 200);
    for (const cookie of [name, `${name}=`, `x${name}=${token}`, '=;;=']) {
      assert.equal((await world.caller({ cookie }).get('/api/tickets')).status, 401, cookie);
    }
  });

  test('a token hash from the database does not authenticate', async () => {
    const token = formatCookie(await signUp('leak@example.org')).split('=')[1] as string;
    const cookie = { cookie: `docket.session-token=${token}` };
    const { key } = (
      await world.caller(cookie).post('/api/user/api-keys', { name: 'k' }, { 'idempotency-key': 'k1' })
    ).body.data;
    for (const table of ['sessions', 'api_keys', 'credentials', 'idempotency_keys', 'events']) {
      const rows = await world.db.reads.list(statement<object, object>(`select * from ${table}`), {});
      const dump = JSON.stringify(rows);
      for (const secret of [token, key, password]) assert.equal(dump.includes(secret), false, table);
    }
    const again = await world
      .caller(cookie)
      .post('/api/user/api-keys', { name: 'k' }, { 'idempotency-key': 'k1' });
    assert.equal(again.status, 409);
  });

  test('an API key is shown once, and stops working when it expires or is deleted', async () => {
    const me = await world.person('Keys');
    const expiresAt = new Date(world.clock.now() + hourMs).toISOString();
    const made = (await me.post('/api/user/api-keys', { name: 'CI', expiresAt })).body.data;
    const listed = (await me.get('/api/user/api-keys')).body.data[0];
    assert.deepEqual([listed.start, 'key' in listed], [made.key.slice(0, 8), false]);
    const keyed = world.caller({ authorization: `Bearer ${made.key}` });
    assert.equal((await keyed.get('/api/tickets')).status, 200);
    world.clock.advance(hourMs);
    assert.equal((await keyed.get('/api/tickets')).status, 401);
    const past = await me.post('/api/user/api-keys', { name: 'Late', expiresAt });
    assert.deepEqual(Object.keys(past.body.error.details), ['expiresAt']);
    const lasting = (await me.post('/api/user/api-keys', { name: 'CI' })).body.data;
    const withLasting = world.caller({ authorization: `bearer ${lasting.key}` });
    assert.equal((await withLasting.get('/api/tickets')).status, 200);
    assert.equal((await me.delete(`/api/user/api-keys/${lasting.id}`)).status, 200);
    assert.equal((await withLasting.get('/api/tickets')).status, 401);
    const unknownScope = await me.post('/api/user/api-keys', { name: 'x', scopes: ['everything'] });
    assert.deepEqual(Object.keys(unknownScope.body.error.details), ['scopes']);
  });

  test('failed sign-ins delay only the same account from the same address', async () => {
    const [target, neighbour] = [await world.person('Target'), await world.person('Neighbour')];
    const guess = () => signIn(target.email, 'guess guess');
    for (let i = 0; i < 5; i++) assert.equal((await guess()).status, 401);
    const slowed = await guess();
    assert.deepEqual([slowed.status, slowed.body.error.code], [429, 'RATE_LIMITED']);
    assert.ok(Number(slowed.headers['retry-after']) >= 1);
    assert.equal((await signIn(target.email)).status, 429);
    assert.equal((await signIn(neighbour.email)).status, 200);
    world.clock.step(-3_600_000);
    assert.equal((await guess()).status, 401, 'failures of the future delay nobody');
    world.clock.step(3_600_000);
    world.clock.advance(Number(slowed.headers['retry-after']) * 1000);
    assert.equal((await signIn(target.email)).status, 200);
    for (let i = 0; i < 5; i++) assert.equal((await guess()).status, 401);
  });

  test('guesses that arrive together are not checked more often than guesses one after the other', async () => {
    const { email } = await world.person('Rushed');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => signIn(email, `guess guess ${i}`)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(5).fill(401), ...Array(35).fill(429)]);
  });

  test('an account under attack stays open to the address that it signed in from before', async () => {
    const { email } = await world.person('Attacked');
    const own = '198.51.100.7';
    const from = (address: string, guess?: string) => signIn(email, guess, { 'x-forwarded-for': address });
    assert.equal((await from(own)).status, 200);
    for (let i = 0; i < 100; i++) assert.equal((await from(`203.0.113.${i}`, 'guess guess')).status, 401);
    assert.equal((await from('203.0.113.200')).status, 429, 'the right password from an unknown address');
    await world.db.transaction((tx) => tx.run(endSessions, {}));
    assert.equal((await from(own)).status, 200, 'although no session is left');
  });

  test('guesses from the addresses of one IPv6 network count as those of one address', async () => {
    const addressOf = (i: number) => ({ 'x-forwarded-for': `2001:db8:1:2::${i.toString(16)}` });
    const { email } = await world.person('Grouped');
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await signIn(email, 'guess guess', addressOf(i))).status);
    assert.deepEqual(statuses, [...Array(5).fill(401), ...Array(7).fill(429)]);
    const spread: number[] = [];
    for (let i = 0; i < 50; i++)
      spread.push((await signIn(`nobody${i}@example.org`, 'guess guess', addressOf(100 + i))).status);
    assert.deepEqual(spread, [...Array(45).fill(401), ...Array(5).fill(429)]);
    const beside = { 'x-forwarded-for': '2001:db8:1:3::1' };
    assert.equal((await signIn(email, password, beside)).status, 200, 'the network beside it');
  });

  test('an account stays open to the IPv6 network that it signed in from before', async () => {
    const { email } = await world.person('Moving');
    const from = (address: string, guess?: string) => signIn(email, guess, { 'x-forwarded-for': address });
    assert.equal((await from('2001:db8:7:7::1')).status, 200);
    for (let i = 0; i < 100; i++) assert.equal((await from(`198.18.0.${i}`, 'guess guess')).status, 401);
    assert.equal((await from('2001:db8:7:8::1')).status, 429);
    assert.equal((await from('2001:db8:7:7:a:b:c:d')).status, 200);
  });

  test('an IPv6 site has ten times the sign-ups, links and guesses of a network', async () => {
    const now = world.clock.now();
    const ask = (network: number, i: number) =>
      world.db.transaction((tx) => admitLinkRequest(tx, `a ${i}`, `2001:db8:9:${network}::${i}`, now));
    for (let i = 0; i < 200; i++) await ask(1000 + Math.floor(i / 20), i);
    await assert.rejects(ask(2000, 200), { code: 'RATE_LIMITED' });
    await world.db.transaction((tx) => admitLinkRequest(tx, 'a 201', '2001:db8:a::1', now));
    await world.db.transaction((tx) => tx.run(failures3000, { subject: 'sign-up 2001:db8:b::/48', now }));
    const signUp = world.db.transaction((tx) => admitSignUp(tx, '2001:db8:b::1', now));
    await assert.rejects(signUp, { code: 'RATE_LIMITED' });
    await world.db.transaction((tx) => tx.run(failures3000, { subject: 'address 2001:db8:c::/48', now }));
    const { status } = await signIn('nobody@example.org', password, { 'x-forwarded-for': '2001:db8:c::1' });
    assert.equal(status, 429);
  });

  test('new accounts of one address are slowed down after 300 in an hour', async () => {
    const admit = (address: string) =>
      world.db.transaction((tx) => admitSignUp(tx, address, world.clock.now()));
    for (let i = 0; i < 300; i++) await admit('192.0.2.1');
    await assert.rejects(admit('192.0.2.1'), { code: 'RATE_LIMITED' });
    const account = { name: 'New', email: 'one-too-many@example.org', password };
    const signUp = (address: string) =>
      world.anonymous.post('/api/auth/sign-up/email', account, { 'x-forwarded-for': address });
    assert.equal((await signUp('192.0.2.1')).status, 429);
    assert.equal((await signUp('192.0.2.3')).status, 201);
    await admit('192.0.2.2');
    // Of two requests at the same moment, the one that began later may be counted first.
    await world.db.transaction((tx) => admitSignUp(tx, '192.0.2.2', world.clock.now() - 5));
    world.clock.advance(hourMs + 1);
    await admit('192.0.2.1');
  });

  test('an unsafe request with the Origin of another site is refused, even with a valid cookie', async () => {
    const { cookie } = await world.person('Origin');
    for (const origin of ['https://evil.example', 'null', 'http://localhost:80.evil.example']) {
      const { status } = await world.caller({ cookie, origin }).post('/api/tickets', { title: 'x' });
      assert.equal(status, 403, origin);
    }
    const own = { cookie, origin: 'http://localhost:80', host: 'localhost:80' };
    assert.equal(
      (
        await world
          .caller({ ...own, origin: 'http://localhost', host: 'localhost' })
          .post('/api/tickets', { title: 'x' })
      ).status,
      201,
    );
    assert.equal(
      (await world.caller({ cookie, origin: 'https://evil.example' }).get('/api/tickets')).status,
      200,
    );
  });
});

onEveryEngine('authentication settings', (engine) => {
  const account = { name: 'A', email: 'a@example.org', password: 'password' };

  test('with NODE_ENV=production sign-up needs an invitation, and only one of the first people gets in without', async () => {
    const world = await openWorld(engine, { NODE_ENV: 'production' });
    const signUp = (name: string) =>
      world.anonymous.post('/api/auth/sign-up/email', { name, email: `${name}@example.org`, password });
    const answers = await Promise.all(['ada', 'ben', 'cem'].map(signUp));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 403, 403]);
    assert.equal(answers.find(({ status }) => status === 201)?.body.data.user.role, 'ADMIN');
    assert.equal((await signUp('dan')).status, 403);
    assert.equal((await world.anonymous.get('/api/instance')).body.data.signUp, 'invite');
    await world.close();
    const open = await openWorld(engine, { NODE_ENV: 'production', SIGN_UP: 'open' });
    assert.equal((await open.anonymous.get('/api/instance')).body.data.signUp, 'open');
    await open.close();
  });

  test('SIGN_UP=closed refuses every sign-up, and invite refuses all but the first', async () => {
    const closed = await openWorld(engine, { SIGN_UP: 'closed' });
    assert.equal((await closed.anonymous.post('/api/auth/sign-up/email', account)).status, 403);
    await closed.close();
    const invite = await openWorld(engine, { SIGN_UP: 'invite' });
    assert.equal((await invite.anonymous.post('/api/auth/sign-up/email', account)).status, 201);
    const second = { ...account, email: 'b@example.org' };
    assert.equal((await invite.anonymous.post('/api/auth/sign-up/email', second)).status, 403);
    await invite.close();
  });

  test('the cookie has the configured prefix, and Secure over https', async () => {
    const world = await openWorld(engine, {
      SESSION_COOKIE_PREFIX: 'acme',
      BASE_URL: 'https://docket.acme.org',
    });
    const { headers } = await world.anonymous.post('/api/auth/sign-up/email', account);
    assert.match(String(headers['set-cookie']), /^acme\.session-token=.*; Secure$/);
    await world.close();
  });

  test('requests over the rate limit of a credential get 429 with Retry-After', async () => {
    const world = await openWithinWindow(engine, { RATE_LIMIT: '3' });
    const [ada, ben] = [await world.person('Ada'), await world.person('Ben')];
    for (const remaining of ['2', '1', '0']) {
      assert.equal((await ada.get('/api/tickets')).headers['ratelimit-remaining'], remaining);
    }
    const refused = await ada.get('/api/tickets');
    const retryAfter = Number(refused.headers['retry-after']);
    assert.equal(refused.status, 429);
    assert.ok(world.db.sharedCounts ? retryAfter >= 1 && retryAfter <= 60 : retryAfter === 60);
    assert.equal((await ben.get('/api/tickets')).status, 200);
    world.clock.step(-3_600_000);
    const again = await ada.get('/api/tickets');
    assert.ok(Math.abs(Number(again.headers['retry-after']) - retryAfter) <= 1, 'the time was set back');
    world.clock.advance(60_000);
    assert.equal((await ada.get('/api/tickets')).status, 200);
    await world.close();
  });
});

/** On PostgreSQL a window is a minute of the database's clock. In the next minute the counts start again. */
async function openWithinWindow(engine: EngineName, settings: Record<string, string>): Promise<World> {
  for (;;) {
    const world = await openWorld(engine, settings);
    const endsInMs = (await world.db.sharedCounts?.now())?.endsInMs ?? minuteMs;
    if (endsInMs > 10 * secondMs) return world;
    await world.close();
    await wait(endsInMs);
  }
}
