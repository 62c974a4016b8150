import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld } from '../../test/support/world.ts';

onEveryEngine('GET /api/instance', (engine) => {
  test('anybody learns how to sign in, and nothing else about the instance', async (t) => {
    const world = await openWorld(engine, { INSTANCE_NAME: 'Acme – Tickets', SIGN_UP: 'invite' });
    t.after(() => world.close());
    const { status, headers, body } = await world.anonymous.get('/api/instance');
    assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=10']);
    const { version, ...rest } = body.data;
    assert.match(version, /^\d+\.\d+\.\d+/);
    assert.deepEqual(rest, {
      name: 'Acme – Tickets',
      isEmpty: true,
      signUp: 'invite',
      canSignUp: true,
      signInMethods: ['password'],
      providers: [],
      sendsMail: false,
      hasPublicHelp: false,
      passwordLength: { min: 8, max: 256 },
      sealPublicKey: null,
    });
  });

  test('the instance says that sign-up is open exactly when it is', async (t) => {
    for (const mode of ['open', 'invite', 'closed']) {
      const world = await openWorld(engine, { SIGN_UP: mode });
      t.after(() => world.close());
      for (const name of ['first', 'second']) {
        const { canSignUp, isEmpty, signUp } = (await world.anonymous.get('/api/instance')).body.data;
        const account = { name, email: `${name}@example.org`, password: 'long enough' };
        const { status } = await world.anonymous.post('/api/auth/sign-up/email', account);
        assert.deepEqual([canSignUp, signUp], [status === 201, mode], `${mode}, ${name} account`);
        assert.equal(isEmpty, name === 'first' || mode === 'closed');
      }
    }
  });

  test('requests of the instance count against the rate limit of the address', async (t) => {
    const world = await openWorld(engine, { RATE_LIMIT: '2' });
    t.after(() => world.close());
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await world.anonymous.get('/api/instance')).status);
    assert.deepEqual(statuses, [200, 200, 429]);
  });
});
