import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import test from 'node:test';
import { computeTotp, decodeBase32 } from '../../src/auth/second-factor/totp.ts';
import { type CommandResult, docket, docketAsProgram, newFolder, startDocket } from './docket.ts';

/** Parses standard output, which must be exactly one JSON document. */
function parseOutput({ code, stdout, stderr }: CommandResult) {
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

test('accounts, sessions and keys created on the command line work on the running server', async (t) => {
  const settings = {
    DATA_DIR: newFolder(),
    PORT: '0',
    SESSION_COOKIE_PREFIX: 'tracker',
    LOG_LEVEL: 'silent',
  };
  const run = async (...args: string[]) => parseOutput(await docket([...args, '--json'], settings));
  const server = startDocket(['serve', '--json'], settings);
  t.after(() => server.kill('SIGKILL'));
  const [ready] = (await once(server.stdout as Readable, 'data')) as [Buffer];
  const { url, port } = JSON.parse(ready.toString());
  const account = async (headers: Record<string, string>, path = '/api/auth/get-session') => {
    const response = await fetch(`${url}${path}`, { headers });
    const { data } = (await response.json()) as { data: { user: { id: string; email: string } } | null };
    return { status: response.status, data };
  };

  await t.test('the first account becomes ADMIN and gets a password, a cookie and a key', async () => {
    const args = ['user', 'create', '--name', 'Ada', '--email', 'ada@example.org', '--json'];
    const made = parseOutput(await docketAsProgram(args, settings));
    assert.equal(made.user.role, 'ADMIN');
    assert.match(made.password, /^[A-Za-z0-9]{20}$/);
    assert.match(made.cookie, /^tracker\.session-token=/);
    assert.equal((await account({ cookie: made.cookie })).data?.user.id, made.user.id);
    assert.equal((await account({ authorization: `Bearer ${made.apiKey}` }, '/api/tickets')).status, 200);
  });

  await t.test('a later one becomes USER, and a password that was given is not printed', async () => {
    const args = ['--name', 'Grace', '--email', 'grace@example.org', '--password', 'cobol forever'];
    const made = await run('user', 'create', ...args);
    assert.equal(made.user.role, 'USER');
    assert.equal(made.password, undefined);
  });

  await t.test('a session and a key for an account that is there', async () => {
    const session = await run('session', 'create', 'GRACE@example.org');
    assert.equal((await account({ cookie: session.cookie })).data?.user.email, 'grace@example.org');
    const args = ['--name', 'CI', '--scopes', 'read', '--expires', '2999-01-01'];
    const key = await run('key', 'create', 'grace@example.org', ...args);
    assert.deepEqual([key.scopes, key.expiresAt], [['read'], '2999-01-01T23:59:59.999Z']);
    assert.equal((await account({ authorization: `Bearer ${key.apiKey}` }, '/api/tickets')).status, 200);
  });

  await t.test('the second factor of an account is reset', async () => {
    const { cookie } = await run('session', 'create', 'grace@example.org');
    const post = async (path: string, body: object) => {
      const headers = { cookie, 'content-type': 'application/json' };
      const response = await fetch(`${url}/api/user/second-factor/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return (await response.json()) as { data: { secret: string } };
    };
    const { secret } = (await post('totp', { password: 'cobol forever' })).data;
    await post('totp/confirm', { code: computeTotp(decodeBase32(secret), Math.floor(Date.now() / 30_000)) });
    const reset = await run('user', 'reset-second-factor', 'grace@example.org');
    assert.deepEqual([reset.user.email, reset.user.secondFactor], ['grace@example.org', false]);
    const again = await docket(['user', 'reset-second-factor', 'grace@example.org'], settings);
    assert.match(again.stderr, /no second factor/);
  });

  await t.test('an access token lets other systems send events to a project', async () => {
    const { cookie } = await run('session', 'create', 'grace@example.org');
    const post = (path: string, headers: Record<string, string>, body: object) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    assert.equal((await post('/api/projects', { cookie }, { name: 'Pay', key: 'PAY' })).status, 201);
    const made = await run('token', 'create', 'pay', '--name', 'CI');
    assert.deepEqual([made.project.key, made.name], ['PAY', 'CI']);
    const authorization = `Bearer ${made.token}`;
    assert.equal((await post('/webhooks/generic', { authorization }, { event: 'deployed' })).status, 202);
    assert.equal((await post('/webhooks/generic', {}, { event: 'e', projectId: 'PAY' })).status, 401);
    assert.equal((await docket(['token', 'create', 'nope', '--name', 'CI'], settings)).code === 0, false);
  });

  await t.test('a secret of a project is created, listed without its text, and revoked', async () => {
    const made = await run('inbound-secret', 'create', 'PAY', 'github');
    assert.match(made.secret, /^[\w-]{43}$/);
    const body = JSON.stringify({ zen: 'Keep it logically awesome.' });
    const ping = (secret: string) =>
      fetch(`${url}${new URL(made.url).pathname}?key=${made.id}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-github-event': 'ping',
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        },
        body,
      });
    assert.deepEqual([(await ping(made.secret)).status, (await ping('another')).status], [200, 401]);
    const listed = await docket(['inbound-secret', 'list', 'pay', '--json'], settings);
    assert.equal(JSON.parse(listed.stdout).secrets[0].id, made.id);
    assert.equal(listed.stdout.includes(made.secret), false);
    await run('inbound-secret', 'revoke', 'PAY', 'github');
    assert.equal((await ping(made.secret)).status, 401);
    const { entries } = await run('audit', '--action', 'inbound_secret.set');
    assert.deepEqual([entries.length, entries[0].actorId], [1, null]);
  });

  await t.test('the e-mail address of an account is verified', async () => {
    const { user } = await run('user', 'verify-email', 'GRACE@example.org');
    assert.deepEqual([user.email, user.emailVerified], ['grace@example.org', true]);
    assert.equal((await docket(['user', 'verify-email', 'nobody@example.org'], settings)).code, 1);
  });

  await t.test('a new password ends the sessions, another role takes effect', async () => {
    const { cookie } = await run('session', 'create', 'grace@example.org');
    const reset = await run('user', 'reset-password', 'grace@example.org');
    assert.ok(reset.sessionsEnded >= 1);
    assert.equal((await account({ cookie })).data, null);
    const body = JSON.stringify({ email: 'grace@example.org', password: reset.password });
    const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    assert.equal(signedIn.status, 200);

    const { url: link } = await run('user', 'reset-link', 'grace@example.org');
    const token = new URL(link).searchParams.get('token');
    const changed = await fetch(`${url}/api/auth/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, newPassword: 'a password by link' }),
    });
    assert.equal(changed.status, 200);

    const { apiKey } = await run('key', 'create', 'grace@example.org', '--name', 'CI');
    const bearer = { authorization: `Bearer ${apiKey}` };
    assert.equal((await run('user', 'reset-password', 'grace@example.org')).keysDeleted, 0);
    assert.equal((await account(bearer, '/api/tickets')).status, 200);
    const revoked = await run('user', 'reset-password', 'grace@example.org', '--revoke-keys');
    assert.ok(revoked.keysDeleted >= 1);
    assert.equal((await account(bearer, '/api/tickets')).status, 401);

    assert.equal((await run('user', 'set-role', 'grace@example.org', 'viewer')).user.role, 'VIEWER');
    const { users } = await run('user', 'list');
    assert.deepEqual(
      users.map((user: { email: string; role: string }) => [user.email, user.role]),
      [
        ['ada@example.org', 'ADMIN'],
        ['grace@example.org', 'VIEWER'],
      ],
    );
  });

  await t.test(
    'a deactivated account is signed out and can be activated; the last administrator stays',
    async () => {
      const { cookie } = await run('session', 'create', 'grace@example.org');
      assert.equal((await run('user', 'deactivate', 'grace@example.org')).user.active, false);
      assert.equal((await account({ cookie })).data, null);
      assert.equal((await docket(['session', 'create', 'grace@example.org'], settings)).code, 1);
      assert.equal((await run('user', 'activate', 'grace@example.org')).user.active, true);
      assert.equal((await account({ cookie })).data, null);
      assert.ok((await run('session', 'create', 'grace@example.org')).cookie);
      for (const args of [
        ['deactivate', 'ada@example.org'],
        ['set-role', 'ada@example.org', 'USER'],
      ])
        assert.match((await docket(['user', ...args], settings)).stderr, /last administrator/);
      const { entries } = await run('audit', '--action', 'user.disabled');
      assert.deepEqual(
        entries.map((entry: { actorId: string | null; subjectName: string }) => [
          entry.actorId,
          entry.subjectName,
        ]),
        [[null, 'Grace']],
      );
    },
  );

  await t.test('a refusal ends with 1, names the field, and prints nothing on standard output', async () => {
    const refusals: [string[], RegExp][] = [
      [['user', 'create', '--name', 'A', '--email', 'ADA@example.org'], /email: .*exists already/],
      [['user', 'create', '--name', 'A', '--email', 'a', '--password', 'short'], /email: .*\n.*password: /],
      [['session', 'create', 'eve@example.org'], /No account has the e-mail address eve@example\.org/],
      [['key', 'create', 'ada@example.org', '--name', 'x', '--scopes', 'all'], /scopes: .*read, write/],
      [['key', 'create', 'ada@example.org', '--name', 'x', '--expires', '2001-01-01'], /expiresAt: .*future/],
    ];
    for (const [args, says] of refusals) {
      const { code, stdout, stderr } = await docket([...args, '--json'], settings);
      assert.equal(code, 1, args.join(' '));
      assert.equal(stdout, '');
      const { message } = JSON.parse(stderr).error;
      assert.match(message, says);
      assert.doesNotMatch(message, /\n\s+at /);
    }
  });

  await t.test('a second server on the same port ends with 73 and names HOST and PORT', async () => {
    const { code, stderr } = await docketAsProgram(['serve'], { ...settings, PORT: String(port) });
    assert.equal(code, 73);
    assert.match(stderr, new RegExp(`HOST 127\\.0\\.0\\.1, PORT ${port}: another program`));
  });

  await t.test('the server ends with 0 when asked to', async () => {
    server.kill('SIGTERM');
    assert.deepEqual(await once(server, 'exit'), [0, null]);
  });
});
