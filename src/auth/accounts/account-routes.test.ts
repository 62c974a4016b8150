import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import { openWorld, type Person, password, type World } from '../../../test/support/world.ts';

onEveryEngine('administration of people', (engine) => {
  let world: World;
  let server: MailServer;
  let boss: Person;
  let ada: Person;
  before(async () => {
    server = await startMailServer();
    world = await openWorld(engine, { RATE_LIMIT: 'off', SMTP_URL: server.url });
    boss = await world.person('Boss', 'ADMIN');
    ada = await world.person('Ada');
  });
  after(async () => {
    await world.close();
    await server.close();
  });

  const change = (by: Person, { id }: { id: string }, body: object) =>
    by.put(`/api/instance/users/${id}`, body);

  test('administrators find people by name, address, role and state', async () => {
    await ada.post('/api/agents', { name: 'Fixer' });
    const list = async (query: string) =>
      (await boss.get(`/api/instance/users?${query}`)).body.data.map(({ name }: Person) => name);
    assert.deepEqual(await list(''), ['Ada', 'Boss']);
    assert.deepEqual(await list(`query=${ada.email.slice(1, 12).toUpperCase()}`), ['Ada']);
    assert.deepEqual(await list('role=ADMIN'), ['Boss']);
    assert.deepEqual(await list('active=false'), []);
    const [shown] = (await boss.get('/api/instance/users?query=ada')).body.data;
    assert.deepEqual([shown.active, Date.parse(shown.lastSeenAt)], [true, world.clock.now()]);
  });

  test('nobody but administrators sees or changes accounts, and no API key does', async () => {
    assert.equal((await ada.get('/api/instance/users')).status, 403);
    assert.equal((await ada.get('/api/instance/users?page=0')).status, 403);
    assert.equal((await ada.get('/api/instance/status')).status, 403);
    assert.equal((await ada.post('/api/instance/mail-test')).status, 403);
    assert.equal((await change(ada, ada, { role: 'ADMIN' })).status, 403);
    assert.equal((await change(ada, ada, { role: 'KING' })).status, 403);
    assert.equal((await ada.post(`/api/instance/users/${boss.id}/password-link`)).status, 403);
    const { key } = (await boss.post('/api/user/api-keys', { name: 'CI' })).body.data;
    const keyed = world.caller({ authorization: `Bearer ${key}` });
    assert.equal((await keyed.get('/api/instance/users')).status, 403);
    assert.equal((await keyed.put(`/api/instance/users/${ada.id}`, { role: 'ADMIN' })).status, 403);
    assert.equal((await change(boss, { id: 'nobody' }, { role: 'USER' })).status, 404);
  });

  test('a disabled account loses sessions and keys at once, keeps its tickets, and can be enabled', async () => {
    const ben = await world.person('Ben');
    const { id } = (await ben.post('/api/tickets', { title: 'Mine' })).body.data;
    const { key } = (await ben.post('/api/user/api-keys', { name: 'CI' })).body.data;
    assert.equal((await change(boss, ben, { active: false })).body.data.active, false);
    assert.equal((await ben.get('/api/tickets')).status, 401);
    const keyed = world.caller({ authorization: `Bearer ${key}` });
    assert.equal((await keyed.get('/api/tickets')).status, 401);
    const signIn = { email: ben.email, password };
    assert.equal((await world.anonymous.post('/api/auth/sign-in/email', signIn)).status, 401);
    assert.equal((await boss.post(`/api/instance/users/${ben.id}/password-link`)).status, 409);
    await change(boss, ben, { active: true });
    const again = await world.anonymous.post('/api/auth/sign-in/email', signIn);
    const cookie = String(again.headers['set-cookie']).split(';')[0] as string;
    assert.equal((await world.caller({ cookie }).get(`/api/tickets/${id}`)).status, 200);
    const types = (await world.events()).map(({ type }) => type);
    assert.ok(types.includes('user.disabled') && types.includes('user.enabled'));
  });

  test('the last administrator keeps role and account, also when two demote each other at once', async () => {
    assert.equal((await change(boss, boss, { role: 'USER' })).status, 409);
    assert.equal((await change(boss, boss, { active: false })).status, 409);
    const other = await world.person('Other', 'ADMIN');
    const statuses = await Promise.all([
      change(boss, other, { role: 'USER' }),
      change(other, boss, { role: 'USER' }),
    ]);
    assert.deepEqual(
      statuses.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    );
    const admins = await world.db.reads.list(
      { text: "select id from users where role = 'ADMIN' and active = 1" } as never,
      {},
    );
    assert.equal(admins.length, 1);
    if (statuses[1]?.status === 200) boss = other;
  });

  test('an administrator creates a password link for somebody, which works once', async () => {
    const made = await boss.post(`/api/instance/users/${ada.id}/password-link`);
    assert.equal(made.status, 201);
    const token = new URL(made.body.data.url).searchParams.get('token');
    const body = { token, newPassword: 'a new password' };
    assert.equal((await world.anonymous.post('/api/auth/reset-password', body)).status, 200);
    assert.equal((await world.anonymous.post('/api/auth/reset-password', body)).status, 400);
  });

  test('the status shows settings, sizes and waiting work', async () => {
    const { data } = (await boss.get('/api/instance/status')).body;
    assert.equal(data.database.engine, engine);
    assert.ok(data.database.bytes > 100_000);
    assert.deepEqual(
      [data.settings.signUp, data.settings.sendsMail, data.accounts.agents],
      ['open', true, 1],
    );
    assert.equal(data.background.mails.waiting, 0);
    // Transactions of other tests on the same PostgreSQL server can hide the newest events for a while.
    await eventually(async () => {
      const { background } = (await boss.get('/api/instance/status')).body.data;
      assert.ok(background.events > 0);
      assert.equal(background.isSearchBehind, true);
    });
  });

  test('a test mail reaches the administrator, and a refusal of the mail server is told', async () => {
    assert.deepEqual((await boss.post('/api/instance/mail-test')).body.data, { to: boss.email });
    assert.deepEqual(server.messages.at(-1)?.to, [boss.email]);
    server.refuseRecipients = 550;
    const refused = await boss.post('/api/instance/mail-test');
    assert.deepEqual([refused.status, refused.body.error.code], [502, 'UPSTREAM_ERROR']);
    const silent = await openWorld(engine);
    const root = await silent.person('Root', 'ADMIN');
    assert.equal((await root.post('/api/instance/mail-test')).status, 409);
    await silent.close();
  });
});
