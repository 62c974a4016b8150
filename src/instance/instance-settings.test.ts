import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { startMailServer } from '../../test/support/mail-server.ts';
import { openWorld, type Person, password, type World } from '../../test/support/world.ts';
import { beginRun, recordRun, recordVerified } from '../backup/index.ts';
import { newContext } from '../composition/context.ts';
import { newMailQueue } from '../composition/mail-queue.ts';
import { sendDueMails } from '../mail/send-mails.ts';
import { dayMs, hourMs } from '../platform/clock.ts';
import { newLogger } from '../platform/logger.ts';
import { backupState } from './instance-status.ts';

const path = '/api/instance/settings';
let emails = 0;
const signUp = (world: World, more: object = {}) =>
  world.anonymous.post('/api/auth/sign-up/email', {
    name: 'New',
    email: `new.${++emails}@example.org`,
    password,
    ...more,
  });
const auditOf = async (admin: Person, query: string) =>
  (await admin.get(`/api/admin/audit?limit=100&${query}`)).body.data as { action: string; details: object }[];

onEveryEngine('Settings of the installation', (engine) => {
  test('a name and a sign-up mode apply at once, in another process too, and null goes back to the default', async (t) => {
    const world = await openWorld(engine);
    t.after(() => world.close());
    const root = await world.person('Root', 'ADMIN');
    assert.deepEqual((await root.get(path)).body.data, {
      name: 'Docket',
      signUp: 'open',
      version: 0,
      setBy: { name: 'default', signUp: 'default' },
      variables: { name: 'INSTANCE_NAME', signUp: 'SIGN_UP' },
    });
    const changed = await root.put(path, { name: '  Acme Tickets ', signUp: 'invite' });
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.body.data.setBy, { name: 'app', signUp: 'app' });
    assert.deepEqual(changed.body.data.updatedBy, { id: root.id, name: 'Root' });
    const { name, signUp: mode, canSignUp } = (await world.anonymous.get('/api/instance')).body.data;
    assert.deepEqual([name, mode, canSignUp], ['Acme Tickets', 'invite', false]);
    assert.equal((await root.get('/api/boot')).body.data.instance.name, 'Acme Tickets');
    assert.equal((await signUp(world)).status, 403);
    // Another process has another context over the same database.
    const { config, clock, db } = world;
    const second = newContext({ config, clock, logger: newLogger('silent'), db });
    const { buildApp } = await import('../composition/app.ts');
    const app = buildApp(second, {});
    await app.ready();
    const answer = await app.inject({ method: 'GET', url: '/api/instance' });
    assert.equal(answer.json().data.name, 'Acme Tickets');
    await app.close();

    await root.patch(path, { signUp: 'open' });
    assert.equal((await signUp(world)).status, 201);
    const back = (await root.put(path, { name: null, signUp: null })).body.data;
    assert.deepEqual(
      [back.name, back.signUp, back.setBy],
      ['Docket', 'open', { name: 'default', signUp: 'default' }],
    );
  });

  test('a stranger who signs up gets no role, whatever mode is set', async (t) => {
    const world = await openWorld(engine);
    t.after(() => world.close());
    const root = await world.person('Root', 'ADMIN');
    await root.put(path, { signUp: 'open' });
    const made = await signUp(world, { role: 'ADMIN', signUp: 'open' });
    assert.ok(made.status === 400 || made.body.data.user.role === 'USER');
    await root.put(path, { signUp: 'closed' });
    assert.equal((await signUp(world, { role: 'ADMIN' })).status === 201, false);
    const invited = await root.post('/api/invitations', { email: 'x@example.org' });
    assert.equal(invited.status, 403);
  });

  test('an environment variable wins, says so, and cannot be changed in the app', async (t) => {
    const world = await openWorld(engine, { INSTANCE_NAME: 'Fixed', SIGN_UP: 'invite' });
    t.after(() => world.close());
    const root = await world.person('Root', 'ADMIN');
    const refused = await root.put(path, { name: 'Other' });
    assert.equal(refused.status, 409);
    assert.match(refused.body.error.message, /^INSTANCE_NAME is set in the environment/);
    assert.equal((await root.put(path, { signUp: 'open' })).status, 409);
    const { name, setBy } = (await root.get(path)).body.data;
    assert.deepEqual([name, setBy], ['Fixed', { name: 'environment', signUp: 'environment' }]);
  });

  test('only administrators in a session change settings, and each change is audited', async (t) => {
    const world = await openWorld(engine);
    t.after(() => world.close());
    const root = await world.person('Root', 'ADMIN');
    for (const role of ['USER', 'VIEWER'] as const) {
      const person = await world.person(role, role);
      assert.equal((await person.get(path)).status, 403);
      assert.equal((await person.put(path, { signUp: 'open', name: 7 })).status, 403);
    }
    assert.equal((await world.anonymous.put(path, { name: 'X' })).status, 401);
    const { body } = await root.post('/api/user/api-keys', { name: 'CI', scopes: ['write'] });
    const key = { authorization: `Bearer ${body.data.key ?? body.data.token}` };
    assert.equal((await world.anonymous.put(path, { name: 'X' }, key)).status, 403);
    for (const bad of [
      { name: '' },
      { name: 'a'.repeat(101) },
      { name: 'a\u0000b' },
      { signUp: 'everybody' },
    ])
      assert.equal((await root.put(path, bad)).status, 400, JSON.stringify(bad));

    await root.put(path, { name: 'Acme', signUp: 'closed' });
    // Nothing changes, so nothing is recorded.
    await root.put(path, { name: 'Acme' });
    assert.deepEqual(
      (await auditOf(root, 'action=instance.settings_changed')).map(({ details }) => details),
      [{ nameFrom: 'Docket', nameTo: 'Acme', signUpFrom: 'open', signUpTo: 'closed' }],
    );
    const events = (await world.events()).filter(({ type }) => type === 'instance.settings_changed');
    assert.equal(events.length, 1);
  });

  test('of two administrators who edit the same settings, the second is told', async (t) => {
    const world = await openWorld(engine);
    t.after(() => world.close());
    const [root, ada] = [await world.person('Root', 'ADMIN'), await world.person('Ada', 'ADMIN')];
    const etag = (await root.get(path)).headers.etag as string;
    const first = await ada.put(path, { name: 'Ada’s' }, { 'if-match': etag });
    assert.equal(first.status, 200);
    assert.equal((await root.put(path, { name: 'Root’s' }, { 'if-match': etag })).status, 412);
    const answers = await Promise.all([
      root.put(path, { name: 'One' }, { 'if-match': first.headers.etag as string }),
      ada.put(path, { name: 'Two' }, { 'if-match': first.headers.etag as string }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
  });

  test('mails carry the name: in the sender, the invitation and the test mail', async (t) => {
    const server = await startMailServer();
    t.after(() => server.close());
    const world = await openWorld(engine, { SMTP_URL: server.url });
    t.after(() => world.close());
    const root = await world.person('Root', 'ADMIN');
    await root.put(path, { name: 'Acme Tickets' });
    assert.equal((await root.post('/api/instance/mail-test')).status, 200);
    await root.post('/api/invitations', { email: 'grace@example.org' });
    const queue = newMailQueue(world.db, newLogger('silent'), world.config);
    await sendDueMails(queue, world.clock.now());
    const [trial, invitation] = server.messages;
    assert.equal(trial?.headers.get('subject'), 'Acme Tickets can send mail');
    assert.match(trial?.headers.get('from') ?? '', /^Acme Tickets <docket@/);
    assert.equal(invitation?.headers.get('subject'), 'Root invites you to Acme Tickets');
  });

  test('the status tells the age, place, size and check of the last backup, and warns of an old one', async (t) => {
    const world = await openWorld(engine, { BACKUP_EVERY: '24h' });
    t.after(() => world.close());
    const root = await world.person('Root', 'ADMIN');
    const status = async () => (await root.get('/api/instance/status')).body.data.backup;
    assert.deepEqual(await status(), { state: 'never', everySeconds: 86_400 });
    const { db, clock } = world;
    const location = '/srv/backups/docket.tar';
    const id = (await beginRun(db, clock)) as string;
    await recordRun(db, clock, id, async () => ({ location, bytes: 12_345 }));
    const at = new Date(clock.now()).toISOString();
    const last = { startedAt: at, finishedAt: at, location, bytes: 12_345 };
    assert.deepEqual(await status(), { state: 'current', everySeconds: 86_400, last });
    await recordVerified(db, clock, location);
    clock.advance(2 * dayMs + hourMs);
    const failed = (await beginRun(db, clock)) as string;
    await assert.rejects(
      recordRun(db, clock, failed, async () => {
        throw new Error('The disk is full');
      }),
    );
    assert.deepEqual(await status(), {
      state: 'old',
      everySeconds: 86_400,
      last: { ...last, verifiedAt: at },
      problem: 'The disk is full',
    });
  });

  test('the audit log can leave out what administrators only read, and still records it', async (t) => {
    const world = await openWorld(engine);
    t.after(() => world.close());
    const root = await world.person('Root', 'ADMIN');
    await root.get('/api/instance/status');
    await root.put(path, { name: 'Acme' });
    const actions = async (query: string) => (await auditOf(root, query)).map(({ action }) => action);
    assert.deepEqual(await actions('reads=none'), ['instance.settings_changed']);
    assert.deepEqual((await actions('reads=all')).sort(), [
      'audit.read',
      'instance.read',
      'instance.settings_changed',
    ]);
    assert.deepEqual(await actions('reads=none&action=instance.read'), ['instance.read']);
    assert.equal((await root.get('/api/admin/audit?reads=some')).status, 400);
  });
});

test('a backup is old after two days', () => {
  assert.equal(backupState(undefined, 0), 'never');
  assert.equal(backupState(0, 2 * dayMs), 'current');
  assert.equal(backupState(0, 2 * dayMs + 1), 'old');
});
