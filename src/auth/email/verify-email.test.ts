import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import { addWaysIn } from '../../../test/support/ways-in.ts';
import { type Caller, openWorld, type Person, password, type World } from '../../../test/support/world.ts';
import { newMailQueue } from '../../composition/mail-queue.ts';
import { sendDueMails } from '../../mail/send-mails.ts';
import { dayMs, hourMs } from '../../platform/clock.ts';
import { statement } from '../../platform/db/index.ts';
import { newLogger } from '../../platform/logger.ts';
import { listNotifiableUsers, matchAuthors } from '../../users/index.ts';
import { listWaysIn } from '../ways-in.ts';

onEveryEngine('verification of e-mail addresses', (engine) => {
  let world: World;
  let server: MailServer;
  let root: Person;
  before(async () => {
    server = await startMailServer();
    const settings = { RATE_LIMIT: 'off', SMTP_URL: server.url, BASE_URL: 'https://docket.test' };
    world = await openWorld(engine, settings);
    root = await world.person('Root', 'ADMIN');
  });
  after(async () => {
    await world.close();
    await server.close();
  });

  let count = 0;
  async function signUp(name: string, extra: object = {}): Promise<Caller & { id: string; email: string }> {
    const email = `${name.toLowerCase()}.${++count}@example.org`;
    const body = { name, email, password, ...extra };
    const answer = await world.anonymous.post('/api/auth/sign-up/email', body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const cookie = String(answer.headers['set-cookie']).split(';')[0] as string;
    return { id: answer.body.data.user.id, email, ...world.caller({ cookie }) };
  }
  async function mailedTokens(email: string, link = /verify-email\?token=([\w-]{43})/): Promise<string[]> {
    const queue = newMailQueue(world.db, newLogger('silent'), world.config);
    while ((await sendDueMails(queue, world.clock.now())).hasMore);
    return server.messages
      .filter(({ to }) => to.includes(email))
      .flatMap(({ body }) => link.exec(body.replace(/=\r\n/g, ''))?.[1] ?? []);
  }
  const mailedInvitation = async (email: string) =>
    (await mailedTokens(email, /sign-up\?invitation=([\w-]{43})/)).at(-1) as string;
  const verify = (token: string, by: Caller) => by.post('/api/auth/verify-email', { token });
  const isVerified = async (person: Caller) =>
    (await person.get('/api/auth/get-session')).body.data.user.emailVerified as boolean;

  test('a new account is signed in at once, and a mailed link verifies its address once', async () => {
    const ada = await signUp('Ada');
    assert.equal((await ada.post('/api/tickets', { title: 'At once' })).status, 201);
    assert.equal(await isVerified(ada), false);
    const [token = ''] = await mailedTokens(ada.email);
    for (const table of ['email_links', 'mails', 'events', 'audit_entries']) {
      const rows = await world.db.reads.list(statement<object, object>(`select * from ${table}`), {});
      assert.equal(JSON.stringify(rows).includes(token), false, table);
    }
    const uses = await Promise.all([verify(token, ada), verify(token, ada)]);
    assert.deepEqual(uses.map(({ status }) => status).sort(), [200, 400]);
    assert.equal(await isVerified(ada), true);
    const { body } = await root.get(`/api/admin/audit?subject=${ada.id}&action=user.email_verified`);
    assert.equal(body.data.length, 1);
  });

  test('a link to verify an address expires after a day', async () => {
    const late = await signUp('Late');
    const [token = ''] = await mailedTokens(late.email);
    world.clock.advance(dayMs);
    assert.deepEqual(Object.keys((await verify(token, late)).body.error.details), ['token']);
    assert.equal(await isVerified(late), false);
  });

  test('an unverified account leaves nothing that outlives its sessions: no key, agent, webhook or invitation', async () => {
    const eve = await signUp('Eve');
    const project = (await eve.post('/api/projects', { name: 'Own' })).body.data;
    const attempts: [string, object][] = [
      ['/api/user/api-keys', { name: 'CI' }],
      ['/api/agents', { name: 'Fixer' }],
      ['/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] }],
      ['/api/invitations', { email: 'friend@example.org', projectId: project.id }],
    ];
    for (const [url, body] of attempts) {
      const refused = await eve.post(url, body);
      assert.equal(refused.status, 403, url);
      assert.match(refused.body.error.message, /^Verify your e-mail address first/);
    }
    const [token = ''] = await mailedTokens(eve.email);
    await verify(token, eve);
    for (const [url, body] of attempts) assert.equal((await eve.post(url, body)).status, 201, url);
  });

  test('an unverified account connects no provider and adds no passkey or authenticator app', async () => {
    const eve = await signUp('Factors');
    const attempts: [string, object][] = [
      ['/api/user/identities', { provider: 'acme', password }],
      ['/api/user/passkeys/options', { password }],
      ['/api/user/second-factor/totp', { password }],
    ];
    for (const [url, body] of attempts) {
      const refused = await eve.post(url, body);
      assert.equal(refused.status, 403, url);
      assert.match(refused.body.error.message, /^Verify your e-mail address first/);
    }
  });

  test('a link to verify an address serves a session of its account alone', async () => {
    const [owner, other] = [await signUp('Owner'), await signUp('Other')];
    const [token = ''] = await mailedTokens(owner.email);
    assert.equal((await verify(token, world.anonymous)).status, 401);
    assert.equal((await verify(token, other)).status, 403);
    assert.equal(await isVerified(owner), false);
    assert.equal((await verify(token, owner)).status, 200);
  });

  test('proving the address removes what was added before and ends the other sessions', async () => {
    const eve = await signUp('Before');
    const there = await world.anonymous.post('/api/auth/sign-in/email', { email: eve.email, password });
    const elsewhere = world.caller({ cookie: String(there.headers['set-cookie']).split(';')[0] as string });
    await addWaysIn(world, eve.id);
    const [token = ''] = await mailedTokens(eve.email);
    assert.equal((await verify(token, eve)).status, 200);
    assert.equal((await elsewhere.get('/api/tickets')).status, 401);
    assert.equal((await eve.get('/api/tickets')).status, 200);
    assert.deepEqual(await listWaysIn(world.db.reads, eve.id), []);
    const again = await world.anonymous.post('/api/auth/sign-in/email', { email: eve.email, password });
    assert.equal(again.status, 200, 'no second factor is asked for');
  });

  test('an unverified account accepts no invitation to its address and is not matched by it', async () => {
    const mallory = await signUp('Mallory');
    const project = (await root.post('/api/projects', { name: 'Secret' })).body.data;
    await root.post('/api/invitations', { email: mallory.email, projectId: project.id });
    const token = await mailedInvitation(mallory.email);
    assert.equal((await mallory.post('/api/invitations/accept', { token })).status, 403);
    assert.equal((await mallory.get(`/api/project/${project.id}`)).status, 403);
    const author = { email: mallory.email };
    const match = async () => (await matchAuthors(world.db.reads, [author]))(author)?.id;
    const mails = async () =>
      (await listNotifiableUsers(world.db.reads, [mallory.id]))[0]?.mailTicketAssigned;
    assert.deepEqual([await match(), await mails()], [undefined, 0]);

    const [link = ''] = await mailedTokens(mallory.email);
    await verify(link, mallory);
    assert.deepEqual([await match(), await mails()], [mallory.id, 1]);
    assert.equal((await mallory.post('/api/invitations/accept', { token })).status, 200);
  });

  test('an account that signs up by an invitation joins the project, and its address is still to be verified', async () => {
    const project = (await root.post('/api/projects', { name: 'Invited' })).body.data;
    const email = `guest.${++count}@example.org`;
    await root.post('/api/invitations', { email, projectId: project.id });
    const token = await mailedInvitation(email);
    const guest = await signUp('Guest', { email, invitation: token });
    assert.equal((await guest.get(`/api/project/${project.id}`)).status, 200);
    assert.equal(await isVerified(guest), false);
  });

  test('another link can be asked for three times an hour, not in parallel beyond it, and not when verified', async () => {
    const ben = await signUp('Ben');
    const ask = () => ben.post('/api/auth/send-verification-email');
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    const sent = answers.filter(({ status }) => status === 200).length;
    assert.ok(sent >= 1 && sent <= 4, `${sent} of 8`);
    assert.deepEqual(
      new Set(answers.filter(({ status }) => status !== 200).map(({ status }) => status)),
      new Set([429]),
    );
    const tokens = await mailedTokens(ben.email);
    assert.equal(tokens.length, 1 + sent);
    await verify(tokens[0] as string, ben);
    for (const token of tokens) assert.equal((await verify(token, ben)).status, 400);
    world.clock.advance(2 * hourMs);
    assert.equal((await ask()).status, 409);
  });

  test('an administrator verifies the address of a person whose mail does not arrive, and nobody else does', async () => {
    const cal = await signUp('Cal');
    const change = (by: Caller) => by.put(`/api/instance/users/${cal.id}`, { emailVerified: true });
    assert.equal((await change(cal)).status, 403);
    assert.equal((await change(root)).body.data.emailVerified, true);
    assert.equal((await root.put(`/api/instance/users/${cal.id}`, { emailVerified: false })).status, 400);
    assert.deepEqual(await mailedTokens(cal.email), []);
  });

  test('parallel requests for a new password send no more mails than the limit', async () => {
    const victim = await world.person('Victim');
    const forget = () => world.anonymous.post('/api/auth/forget-password', { email: victim.email });
    const answers = await Promise.all(Array.from({ length: 12 }, forget));
    assert.ok(answers.filter(({ status }) => status === 200).length <= 4);
  });
});

onEveryEngine('an instance without mail', (engine) => {
  test('the address of a new account counts as verified, and asking for a link says what to do', async () => {
    const world = await openWorld(engine);
    const root = await world.person('Root', 'ADMIN');
    const body = { name: 'Ada', email: 'ada@example.org', password };
    const made = await world.anonymous.post('/api/auth/sign-up/email', body);
    assert.equal(made.body.data.user.emailVerified, true);
    const asked = await root.post('/api/auth/send-verification-email');
    assert.deepEqual([asked.status, asked.body.error.code], [409, 'CONFLICT']);
    await world.close();
  });
});
