import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, password, type World } from '../../test/support/world.ts';
import { minuteMs } from '../platform/clock.ts';
import { dynamicStatement } from '../platform/db/index.ts';
import { auditActionNames } from './audit-actions.ts';
import { recordAudit } from './record-audit.ts';

interface Entry {
  id: string;
  action: string;
  actor: { id: string } | null;
  credential: { kind: string; id: string } | null;
  address: string | null;
  requestId: string | null;
  subject: { kind: string; id: string; name: string | null };
  details: Record<string, unknown>;
}

onEveryEngine('audit log', (engine) => {
  let world: World;
  let root: Person;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    root = await world.person('Root', 'ADMIN');
  });
  after(() => world.close());

  const read = async (query: string): Promise<Entry[]> => {
    const { status, body } = await root.get(`/api/admin/audit?limit=100&${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const newest = async (query: string) => (await read(query))[0] as Entry;

  test('only administrators read it, also with an invalid query, and neither their agents nor their API keys', async () => {
    const ada = await world.person('Ada');
    assert.equal((await ada.get('/api/admin/audit')).status, 403);
    assert.equal((await ada.get('/api/admin/audit?page=0')).status, 403);
    const agent = (await root.post('/api/agents', { name: 'Fixer' })).body.data;
    const { key } = (await root.post(`/api/agents/${agent.id}/api-keys`, { name: 'k' })).body.data;
    const own = (await root.post('/api/user/api-keys', { name: 'CI', scopes: ['read'] })).body.data.key;
    for (const one of [key, own]) {
      const keyed = world.caller({ authorization: `Bearer ${one}` });
      assert.equal((await keyed.get('/api/admin/audit')).status, 403);
    }
    assert.equal((await root.get('/api/admin/audit?action=no_such')).status, 400);
  });

  test('a sign-in, a failed one and a sign-out are recorded with address, request and session', async () => {
    const { email, id } = await world.person('Ben');
    const signedIn = await world.anonymous.post('/api/auth/sign-in/email', { email, password });
    const entry = await newest(`action=user.signed_in&subject=${id}`);
    assert.deepEqual([entry.actor?.id, entry.subject.name, entry.address], [id, 'Ben', '127.0.0.1']);
    assert.equal(entry.requestId, signedIn.headers['x-request-id']);
    assert.deepEqual(entry.credential, { kind: 'session', id: entry.details.sessionId });

    await world.anonymous.post('/api/auth/sign-in/email', { email, password: 'wrong-password-1' });
    const failed = await newest(`action=user.sign_in_failed&subject=${id}`);
    assert.deepEqual([failed.actor, failed.details], [null, { reason: 'wrong_password' }]);

    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] as string;
    await world.caller({ cookie }).post('/api/auth/sign-out');
    const out = await newest(`action=user.signed_out&actor=${id}`);
    assert.deepEqual(out.credential, entry.credential);
  });

  test('a failed sign-in of an unknown address does not record what was typed', async () => {
    const typed = { email: 'hunter2-secret@example.org', password: 'another-secret-1' };
    await world.anonymous.post('/api/auth/sign-in/email', typed);
    const entry = await newest('action=user.sign_in_failed&subject=unknown');
    assert.deepEqual(entry.details, { reason: 'unknown_account' });
    assert.doesNotMatch(JSON.stringify(await read('')), /hunter2|another-secret/);
  });

  test('changes of keys, passwords, roles and accounts are recorded with who made them', async () => {
    const cal = await world.person('Cal');
    const key = (await cal.post('/api/user/api-keys', { name: 'CI' })).body.data;
    const created = await newest(`action=api_key.created&subject=${key.id}`);
    assert.deepEqual(
      [created.actor?.id, created.subject.name, created.details.userId],
      [cal.id, 'CI', cal.id],
    );
    await cal.delete(`/api/user/api-keys/${key.id}`);
    assert.equal((await newest(`action=api_key.deleted&subject=${key.id}`)).actor?.id, cal.id);
    await cal.post('/api/auth/change-password', {
      currentPassword: password,
      newPassword: 'a-new-password-1',
    });
    assert.equal((await newest(`action=user.password_changed&subject=${cal.id}`)).details.by, 'password');
    await cal.delete('/api/user/sessions');
    assert.deepEqual((await newest(`action=user.sessions_ended&subject=${cal.id}`)).details, { sessions: 0 });
    await root.put(`/api/instance/users/${cal.id}`, { role: 'VIEWER' });
    const changed = await newest(`action=user.role_changed&subject=${cal.id}`);
    assert.deepEqual([changed.actor?.id, changed.details], [root.id, { from: 'USER', to: 'VIEWER' }]);
    const link = await root.post(`/api/instance/users/${cal.id}/password-link`);
    await cal.post('/api/user/api-keys', { name: 'CI 2' });
    await root.put(`/api/instance/users/${cal.id}`, { active: false });
    await root.put(`/api/instance/users/${cal.id}`, { active: true });
    const actions = (await read(`actor=${root.id}&subject=${cal.id}`)).map(({ action }) => action);
    assert.deepEqual(actions.sort(), [
      'api_keys.deleted',
      'user.disabled',
      'user.enabled',
      'user.password_link_created',
      'user.role_changed',
    ]);
    const token = new URL(link.body.data.url).searchParams.get('token') as string;
    const all = JSON.stringify(await read(''));
    for (const secret of [key.key, token, 'a-new-password-1', password]) assert.ok(!all.includes(secret));
  });

  test('a change that is rolled back leaves no entry', async () => {
    const count = async () => (await read('action=user.created')).length;
    const before = await count();
    const failing = world.db.transaction(async (tx) => {
      await recordAudit(tx, world, 'user.created', { kind: 'user', id: 'nobody' });
      throw new Error('rolled back');
    });
    await assert.rejects(failing, /rolled back/);
    assert.equal(await count(), before);
  });

  test('reading again within ten minutes adds no entry, another credential and a later time do', async () => {
    const eve = await world.person('Eve', 'ADMIN');
    const reads = async () => (await read(`action=instance.read&actor=${eve.id}`)).length;
    for (let times = 0; times < 3; times++) await eve.get('/api/instance/status');
    assert.equal(await reads(), 1);
    const { key } = (await eve.post('/api/user/api-keys', { name: 'CI' })).body.data;
    await world.caller({ authorization: `Bearer ${key}` }).get('/api/instance/status');
    assert.equal(await reads(), 2);
    world.clock.advance(10 * minuteMs);
    await eve.get('/api/instance/status');
    assert.equal(await reads(), 3);
  });

  test('it is filtered by time, actor, subject and several actions', async () => {
    const dot = await world.person('Dot');
    const from = new Date(world.clock.now()).toISOString();
    await dot.post('/api/user/api-keys', { name: 'CI' });
    world.clock.advance(minuteMs);
    const to = new Date(world.clock.now()).toISOString();
    await dot.delete('/api/user/sessions');
    const mine = `actor=${dot.id}`;
    assert.equal((await read(`${mine}&from=${from}&to=${to}`)).length, 2);
    assert.equal((await read(`${mine}&from=${to}`)).length, 1);
    assert.equal((await read(`${mine}&action=api_key.created,user.sessions_ended`)).length, 2);
    assert.equal((await read(`${mine}&action=user.created`)).length, 0);
  });

  test('the database refuses to change, replace or delete an entry', async () => {
    const attempts = [
      "update audit_entries set action = 'user.read'",
      'delete from audit_entries',
      ...(engine === 'sqlite'
        ? [
            `insert or replace into audit_entries (id, created_at, action, subject_kind, subject_id, details)
              select id, 0, 'x', 'x', 'x', '{}' from audit_entries limit 1`,
          ]
        : ['truncate audit_entries']),
    ];
    const before = await read('');
    for (const sql of attempts) {
      const change = world.db.transaction((tx) => tx.run(dynamicStatement(sql), {}));
      await assert.rejects(change, /audit entries cannot be/, sql);
    }
    assert.deepEqual(await read(''), before);
  });

  test('every recorded action is a declared one', async () => {
    for (const { action } of await read('')) assert.ok(auditActionNames.includes(action as never), action);
  });
});
