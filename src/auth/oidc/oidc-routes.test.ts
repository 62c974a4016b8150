import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { startOidcProvider, type TestProvider } from '../../../test/support/oidc-provider.ts';
import {
  type ApiResponse,
  openWorld,
  type Person,
  password,
  type World,
} from '../../../test/support/world.ts';
import { minuteMs } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { changeAccountByEmail } from '../accounts/accounts.ts';
import { insertAccount } from '../create-account.ts';
import { computeTotp, decodeBase32 } from '../second-factor/totp.ts';

const baseUrl = 'http://127.0.0.1:3000';
const callbackOf = (id: string) => `${baseUrl}/api/auth/oidc/${id}/callback`;

onEveryEngine('sign-in with a provider', (engine) => {
  let provider: TestProvider;
  let other: TestProvider;
  let world: World;

  const settingsOf = (name: string, { issuer, clientId, clientSecret }: TestProvider) => ({
    [`DOCKET_OIDC_${name}_ISSUER`]: issuer,
    [`DOCKET_OIDC_${name}_CLIENT_ID`]: clientId,
    [`DOCKET_OIDC_${name}_CLIENT_SECRET`]: clientSecret,
  });

  before(async () => {
    provider = await startOidcProvider([callbackOf('acme'), callbackOf('strict'), callbackOf('trusted')]);
    other = await startOidcProvider([callbackOf('other')]);
    world = await openWorld(engine, {
      ...settingsOf('ACME', provider),
      ...settingsOf('STRICT', provider),
      ...settingsOf('TRUSTED', provider),
      ...settingsOf('OTHER', other),
      DOCKET_OIDC_ACME_LABEL: 'Acme & Co.',
      DOCKET_OIDC_STRICT_ALLOWED_DOMAINS: 'example.com, corp.example',
      DOCKET_OIDC_TRUSTED_ALLOWED_DOMAINS: 'corp.example',
      DOCKET_OIDC_TRUSTED_TRUST_EMAIL: '1',
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
  });
  after(async () => {
    await world.close();
    await provider.close();
    await other.close();
  });

  const formatCookie = ({ headers }: ApiResponse, name: string) =>
    [headers['set-cookie'] ?? []]
      .flat()
      .map(String)
      .find((cookie) => cookie.startsWith(`docket.${name}=`))
      ?.split(';')[0] as string;
  const locationOf = ({ status, headers }: ApiResponse) => {
    assert.equal(status, 302);
    return String(headers.location);
  };
  const begin = async (id = 'acme', next?: string) => {
    const answer = await world.anonymous.post('/api/auth/sign-in/oidc', { provider: id, next });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return { url: answer.body.data.url as string, cookie: formatCookie(answer, 'sign-in-step') };
  };
  const finish = (callback: URL, cookie: string) =>
    world.caller({ cookie }).get(callback.pathname + callback.search);
  /** The whole way of a browser. */
  const signIn = async (id = 'acme', next?: string) => {
    const { url, cookie } = await begin(id, next);
    return finish(await (id === 'other' ? other : provider).authorize(url), cookie);
  };
  const userOf = async (answer: ApiResponse) => {
    const me = world.caller({ cookie: formatCookie(answer, 'session-token') });
    return (await me.get('/api/auth/get-session')).body.data?.user;
  };
  const newAccount = (fields: object = {}) => {
    const sub = newId();
    return { sub, email: `${sub}@example.org`, email_verified: true, name: 'Ada', ...fields };
  };
  const prove = ({ email }: Pick<Person, 'email'>) =>
    changeAccountByEmail(world.db, world, email, { emailVerified: true });

  test('the instance names its providers', async () => {
    const { signInMethods, providers } = (await world.anonymous.get('/api/instance')).body.data;
    assert.ok(signInMethods.includes('oidc'));
    assert.deepEqual(providers[0], { id: 'acme', label: 'Acme & Co.' });
    assert.ok(!JSON.stringify(providers).includes('secret'));
  });

  test('the first sign-in makes an account without a password, later ones find it', async () => {
    provider.account = newAccount({ name: 'Grace Hopper' });
    const first = await signIn('acme', '/p/PAY/board?x=1');
    assert.equal(locationOf(first), '/p/PAY/board?x=1');
    const user = await userOf(first);
    assert.deepEqual(
      [user.name, user.email, user.emailVerified],
      ['Grace Hopper', provider.account.email, true],
    );
    provider.account = { ...provider.account, email: 'renamed@example.org' };
    assert.equal((await userOf(await signIn())).id, user.id, 'the subject decides, not the address');
    const guess = { email: user.email, password: '' };
    assert.equal((await world.anonymous.post('/api/auth/sign-in/email', guess)).status, 401);
    const { data } = (
      await world.caller({ cookie: formatCookie(first, 'session-token') }).get('/api/user/identities')
    ).body;
    assert.deepEqual([data.length, data[0].provider, data[0].email], [1, 'acme', user.email]);
  });

  test('the browser is sent with PKCE, state and nonce, and its cookie alone finishes the sign-in', async () => {
    provider.account = newAccount();
    const { url, cookie } = await begin();
    const { searchParams } = new URL(url);
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    assert.equal(searchParams.get('redirect_uri'), callbackOf('acme'));
    assert.ok(searchParams.get('state') && searchParams.get('nonce') && searchParams.get('code_challenge'));
    const callback = await provider.authorize(url);
    const victim = await begin();
    for (const foreign of ['', victim.cookie]) {
      const answer = await finish(callback, foreign);
      assert.equal(locationOf(answer), '/sign-in?problem=failed', 'a callback of another browser');
      assert.equal(formatCookie(answer, 'session-token'), undefined);
    }
    assert.equal(locationOf(await finish(callback, cookie)), '/');
    assert.equal(locationOf(await finish(callback, cookie)), '/sign-in?problem=failed', 'the step was used');
  });

  test('a changed state, a code of another sign-in, an error and a late callback are refused', async () => {
    provider.account = newAccount();
    const attempts: ((callback: URL) => unknown)[] = [
      ({ searchParams }) => searchParams.set('state', 'x'),
      ({ searchParams }) => searchParams.set('code', 'x'),
      ({ searchParams }) => searchParams.set('iss', other.issuer),
      ({ searchParams }) => searchParams.delete('iss'),
      (callback) => {
        callback.search = '?error=access_denied';
      },
      () => world.clock.advance(10 * minuteMs),
    ];
    for (const spoil of attempts) {
      const { url, cookie } = await begin();
      const callback = await provider.authorize(url);
      spoil(callback);
      assert.equal(locationOf(await finish(callback, cookie)), '/sign-in?problem=failed', spoil.toString());
    }
    const [one, two] = [await begin(), await begin()];
    const [codeOfOne, callback] = [await provider.authorize(one.url), await provider.authorize(two.url)];
    callback.searchParams.set('code', String(codeOfOne.searchParams.get('code')));
    assert.equal(
      locationOf(await finish(callback, two.cookie)),
      '/sign-in?problem=failed',
      'an injected code',
    );
  });

  test('a callback of one provider does not finish the sign-in with another', async () => {
    provider.account = newAccount();
    const { url, cookie } = await begin('acme');
    const callback = await provider.authorize(url);
    callback.pathname = new URL(callbackOf('other')).pathname;
    assert.equal(locationOf(await finish(callback, cookie)), '/sign-in?problem=failed');
    const missing = await world.anonymous.post('/api/auth/sign-in/oidc', { provider: 'nope' });
    assert.equal(missing.status, 404);
    assert.equal(
      locationOf(await world.anonymous.get('/api/auth/oidc/nope/callback')),
      '/sign-in?problem=failed',
    );
  });

  test('equal subjects of two providers are two people', async () => {
    provider.account = newAccount();
    other.account = { ...newAccount(), sub: provider.account.sub };
    const [one, two] = [await userOf(await signIn('acme')), await userOf(await signIn('other'))];
    assert.notEqual(one.id, two.id);
  });

  test('only paths of the web app are shown after the sign-in', async () => {
    provider.account = newAccount();
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:1',
      '/\t/x',
      '',
    ])
      assert.equal(locationOf(await signIn('acme', next)), '/', next);
  });

  test('an existing account is connected only if its address was proved', async () => {
    const squatter = await world.person('Squatter');
    provider.account = newAccount({ email: squatter.email.toUpperCase() });
    assert.equal(locationOf(await signIn()), '/sign-in?problem=exists');
    provider.account.email_verified = false;
    await prove(squatter);
    assert.equal(locationOf(await signIn()), '/sign-in?problem=unverified');
    provider.account.email_verified = true;
    assert.equal((await userOf(await signIn())).id, squatter.id);
    const { data } = (await squatter.get('/api/user/identities')).body;
    assert.equal(data.length, 1);
  });

  test('an address that is equal only after Unicode folding is another one', async () => {
    const { sub } = newAccount();
    const person = { name: 'Kelvin', email: `\u212a${sub}@example.org` };
    await world.db.transaction((tx) => insertAccount(tx, world.clock.now(), person, null));
    await prove(person);
    provider.account = newAccount({ email: `k${sub}@example.org` });
    assert.equal(locationOf(await signIn()), '/sign-in?problem=exists');
  });

  test('a disabled account does not sign in, and is not made anew', async () => {
    provider.account = newAccount();
    const { email } = await userOf(await signIn());
    await changeAccountByEmail(world.db, world, email, { active: false });
    assert.equal(locationOf(await signIn()), '/sign-in?problem=not_allowed');
    provider.account = newAccount({ email });
    assert.equal(
      locationOf(await signIn()),
      '/sign-in?problem=not_allowed',
      'another identity of the address',
    );
  });

  test('a provider with allowed domains signs in no other, also not who was connected before', async () => {
    const stranger = newAccount({ email: `${newId()}@notexample.com` });
    provider.account = stranger;
    assert.equal(locationOf(await signIn('strict')), '/sign-in?problem=not_allowed');
    for (const email of [`${newId()}@example.com.evil.example`, `a@evil.example@${newId()}.x`]) {
      provider.account = newAccount({ email });
      assert.match(locationOf(await signIn('strict')), /problem=(not_allowed|unverified)/);
    }
    provider.account = newAccount({ email: `${newId()}@Example.COM` });
    assert.equal(locationOf(await signIn('strict')), '/');
    provider.account = { ...provider.account, email: 'left@example.org' };
    assert.equal(locationOf(await signIn('strict')), '/sign-in?problem=not_allowed');
    provider.account = { ...provider.account, email: 'back@example.com', email_verified: false };
    assert.equal(locationOf(await signIn('strict')), '/sign-in?problem=unverified');
  });

  test('an unverified address is trusted only of a provider that the operator trusts', async () => {
    provider.account = newAccount({ email: `${newId()}@corp.example`, email_verified: undefined });
    assert.equal(locationOf(await signIn('acme')), '/sign-in?problem=unverified');
    assert.equal(locationOf(await signIn('trusted')), '/');
  });

  test('a second factor is asked for after the provider too', async () => {
    const person = await world.person('Both');
    await prove(person);
    const { secret } = (await person.post('/api/user/second-factor/totp', { password })).body.data;
    const codeOf = () => computeTotp(decodeBase32(secret), Math.floor(world.clock.now() / 30_000));
    await person.post('/api/user/second-factor/totp/confirm', { code: codeOf() });
    world.clock.advance(minuteMs);
    provider.account = newAccount({ email: person.email });
    const first = await signIn('acme', '/inbox');
    assert.equal(locationOf(first), '/sign-in?step=code&next=%2Finbox');
    assert.equal(formatCookie(first, 'session-token'), undefined);
    const step = world.caller({ cookie: formatCookie(first, 'sign-in-step') });
    const answer = await step.post('/api/auth/sign-in/second-factor', { code: codeOf() });
    assert.equal((await userOf(answer)).id, person.id);
  });

  test('a signed-in person connects a provider with the password, and disconnects it', async () => {
    const person = await world.person('Connect');
    provider.account = newAccount({ email: undefined });
    const connect = async (fields: object, caller = person) => {
      const answer = await caller.post('/api/user/identities', { provider: 'acme', ...fields });
      if (answer.status !== 200) return answer;
      const callback = await provider.authorize(answer.body.data.url);
      return finish(callback, `${formatCookie(answer, 'sign-in-step')}; ${caller.cookie}`);
    };
    assert.equal((await connect({ password: 'wrong password' })).status, 400);
    assert.equal(locationOf(await connect({ password })), '/me/security');
    assert.equal((await userOf(await signIn())).id, person.id);
    const thief = await world.person('Thief');
    assert.equal(locationOf(await connect({ password }, thief)), '/sign-in?problem=exists');
    const [identity] = (await person.get('/api/user/identities')).body.data;
    assert.equal((await thief.delete(`/api/user/identities/${identity.id}`)).status, 404);
    assert.equal((await person.delete(`/api/user/identities/${identity.id}`)).status, 200);
    assert.equal(locationOf(await signIn()), '/sign-in?problem=unverified');
  });

  test('a provider is connected only to the account whose session began it', async () => {
    const [ada, ben] = [await world.person('Ada'), await world.person('Ben')];
    provider.account = newAccount();
    const begun = await ada.post('/api/user/identities', { provider: 'acme', password });
    const callback = await provider.authorize(begun.body.data.url);
    const answer = await finish(callback, `${formatCookie(begun, 'sign-in-step')}; ${ben.cookie}`);
    assert.equal(locationOf(answer), '/sign-in?problem=failed');
    for (const person of [ada, ben])
      assert.deepEqual((await person.get('/api/user/identities')).body.data, []);
  });

  test('without a password the last identity stays, and changes need a recent sign-in', async () => {
    provider.account = newAccount();
    const me = world.caller({ cookie: formatCookie(await signIn(), 'session-token') });
    const [identity] = (await me.get('/api/user/identities')).body.data;
    assert.equal((await me.delete(`/api/user/identities/${identity.id}`)).status, 409);
    assert.equal((await me.get('/api/user/second-factor')).body.data.hasPassword, false);
    assert.equal((await me.post('/api/user/second-factor/totp', {})).status, 201);
    world.clock.advance(11 * minuteMs);
    assert.equal((await me.post('/api/user/second-factor/totp', {})).status, 403);
    const passwords = { currentPassword: '', newPassword: password };
    assert.equal((await me.post('/api/auth/change-password', passwords)).status, 403);
    const again = world.caller({ cookie: formatCookie(await signIn(), 'session-token') });
    assert.equal((await again.post('/api/auth/change-password', passwords)).status, 200);
    assert.equal((await again.get('/api/user/second-factor')).body.data.hasPassword, true);
    assert.equal((await again.delete(`/api/user/identities/${identity.id}`)).status, 200);
  });

  test('two first sign-ins at the same moment make one account', async () => {
    provider.account = newAccount();
    const flows = await Promise.all([begin(), begin()]);
    const callbacks = await Promise.all(flows.map(({ url }) => provider.authorize(url)));
    const answers = await Promise.all(callbacks.map((url, i) => finish(url, flows[i]?.cookie ?? '')));
    const users = await Promise.all(answers.map(userOf));
    assert.equal(new Set(users.map(({ id }) => id)).size, 1);
  });
});

onEveryEngine('sign-up with a provider', (engine) => {
  for (const mode of ['open', 'invite', 'closed'])
    test(`SIGN_UP=${mode} and the allowed domains decide who gets an account`, async (t) => {
      const provider = await startOidcProvider([callbackOf('acme'), callbackOf('corp')]);
      t.after(() => provider.close());
      const { issuer, clientId, clientSecret } = provider;
      const settings = (name: string) => ({
        [`DOCKET_OIDC_${name}_ISSUER`]: issuer,
        [`DOCKET_OIDC_${name}_CLIENT_ID`]: clientId,
        [`DOCKET_OIDC_${name}_CLIENT_SECRET`]: clientSecret,
      });
      const world = await openWorld(engine, {
        ...settings('ACME'),
        ...settings('CORP'),
        DOCKET_OIDC_CORP_ALLOWED_DOMAINS: 'example.org',
        SIGN_UP: mode,
      });
      t.after(() => world.close());
      const signIn = async (id: string) => {
        const sub = newId();
        provider.account = { sub, email: `${sub}@example.org`, email_verified: true };
        const begun = await world.anonymous.post('/api/auth/sign-in/oidc', { provider: id });
        const { pathname, search } = await provider.authorize(begun.body.data.url);
        const cookie = String(begun.headers['set-cookie']).split(';')[0] as string;
        return (await world.caller({ cookie }).get(pathname + search)).headers.location;
      };
      const refused = '/sign-in?problem=not_allowed';
      if (mode !== 'open') {
        assert.equal(await signIn('corp'), refused, 'the first account would be the administrator');
        await world.person('Admin', 'ADMIN');
      }
      assert.equal(await signIn('corp'), '/');
      assert.equal(await signIn('acme'), mode === 'open' ? '/' : refused);
    });
});
