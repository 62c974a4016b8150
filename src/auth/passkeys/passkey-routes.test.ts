import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { type Deviations, SoftwareAuthenticator } from '../../../test/support/software-authenticator.ts';
import {
  type ApiResponse,
  openWorld,
  type Person,
  password,
  type World,
} from '../../../test/support/world.ts';
import { minuteMs } from '../../platform/clock.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/ids.ts';
import { changeAccountByEmail } from '../accounts/accounts.ts';
import { insertIdentity } from '../oidc/identity-store.ts';
import { resetPassword } from '../reset-password.ts';
import { computeTotp, decodeBase32 } from '../second-factor/totp.ts';
import { findPasskey, insertPasskey, type Passkey } from './passkey-store.ts';

const origin = 'https://docket.test';
const removeCredential = statement<{ userId: string }>('delete from credentials where user_id = :userId');
const moveHost = statement<{ userId: string }>(
  "update passkeys set rp_id = 'former.test' where user_id = :userId",
);
const failures = statement<{ userId: string }, { details: string }>(`
  select details from audit_entries where subject_id = :userId and action = 'user.sign_in_failed' order by id`);
const queuedNotices = statement<{ userId: string }, { subjectId: string }>(`
  select subject_id as "subjectId" from mails where user_id = :userId and kind = 'account_notice' order by id`);

onEveryEngine('passkeys', (engine) => {
  let world: World;

  before(async () => {
    world = await openWorld(engine, {
      TRUST_PROXY: '1',
      RATE_LIMIT: 'off',
      SMTP_URL: 'smtp://127.0.0.1:1',
      BASE_URL: origin,
    });
  });
  after(() => world.close());

  const formatCookie = ({ headers }: ApiResponse, name: string) =>
    [headers['set-cookie'] ?? []]
      .flat()
      .map(String)
      .find((cookie) => cookie.startsWith(name))
      ?.split(';')[0] as string;
  const stepOf = (answer: ApiResponse) => formatCookie(answer, 'docket.sign-in-step');
  /** Each from its own address, so that the throttle of one test does not delay another. */
  let addresses = 0;
  const newAddress = () => ({ 'x-forwarded-for': `203.0.113.${++addresses}` });
  const inBrowser = (person: Person, answer: ApiResponse) =>
    world.caller({ cookie: `${person.cookie}; ${stepOf(answer)}` });

  const begin = (person: Person) => person.post('/api/user/passkeys/options', { password });
  const add = async (person: Person, deviations: Deviations = {}, name = 'Laptop') => {
    const device = new SoftwareAuthenticator(origin);
    const begun = await begin(person);
    assert.equal(begun.status, 200, JSON.stringify(begun.body));
    const credential = device.create(begun.body.data, deviations);
    const added = await inBrowser(person, begun).post('/api/user/passkeys', { name, credential });
    return { device, added, begun, credential };
  };
  const withPasskey = async (name: string) => {
    const person = await world.person(name);
    const { device, added } = await add(person);
    assert.equal(added.status, 201, JSON.stringify(added.body));
    return { person, device, id: added.body.data.id as string };
  };
  const ask = () => world.anonymous.post('/api/auth/sign-in/passkey/options', undefined, newAddress());
  const answer = (asked: ApiResponse, credential: object, headers: Record<string, string> = newAddress()) =>
    world.caller({ cookie: stepOf(asked) }).post('/api/auth/sign-in/passkey', { credential }, headers);
  const signIn = async (device: SoftwareAuthenticator, deviations: Deviations = {}) => {
    const asked = await ask();
    return answer(asked, device.get(asked.body.data, deviations));
  };
  const reasonsOf = async ({ id }: Person) =>
    (await world.db.reads.list(failures, { userId: id })).map(({ details }) => JSON.parse(details).reason);

  test('a passkey is added, named, renamed, listed, announced by mail, and removed', async () => {
    const person = await world.person('Ada');
    const { added, begun } = await add(person, {}, ' Laptop ');
    const { rp, user, authenticatorSelection, attestation } = begun.body.data;
    assert.deepEqual([rp.id, user.name, attestation], ['docket.test', person.email, 'none']);
    assert.deepEqual(authenticatorSelection.residentKey, 'required');
    assert.deepEqual(authenticatorSelection.userVerification, 'required');
    const { id, name, host, lastUsedAt } = added.body.data;
    assert.deepEqual([name, host, lastUsedAt], ['Laptop', 'docket.test', null]);
    world.clock.advance(1);
    await add(person, {}, 'Phone');
    assert.equal((await person.put(`/api/user/passkeys/${id}`, { name: 'Old laptop' })).status, 200);
    const names = async () =>
      (await person.get('/api/user/passkeys')).body.data.map((passkey: { name: string }) => passkey.name);
    assert.deepEqual(await names(), ['Old laptop', 'Phone']);
    const known = (await begin(person)).body.data.excludeCredentials;
    assert.equal(known.length, 2, 'a device does not make a second one');
    assert.equal((await person.post(`/api/user/passkeys/${id}/remove`, { password })).status, 200);
    assert.deepEqual(await names(), ['Phone']);
    const types = (await world.events())
      .filter(({ actorId }) => actorId === person.id)
      .map(({ type }) => type);
    assert.deepEqual(
      types.filter((type) => type.startsWith('user.passkey')),
      ['user.passkey_added', 'user.passkey_added', 'user.passkey_renamed', 'user.passkey_removed'],
    );
    const notices = await world.db.reads.list(queuedNotices, { userId: person.id });
    assert.deepEqual(notices.map(({ subjectId }) => subjectId.split(' ')[0]).sort(), [
      'passkey_added',
      'passkey_added',
      'passkey_removed',
    ]);
  });

  test('a passkey signs in alone, also where a second factor is set up', async () => {
    const { person, device } = await withPasskey('Alone');
    await setUpTotp(person);
    const asked = await ask();
    assert.deepEqual(Object.keys(asked.body.data).sort(), [
      'challenge',
      'rpId',
      'timeout',
      'userVerification',
    ]);
    const cookie = [asked.headers['set-cookie']].flat().join();
    assert.match(
      cookie,
      /^docket\.sign-in-step=[\w-]{43}; Path=\/api; Max-Age=300; HttpOnly; SameSite=Lax; Secure$/,
    );
    const signedIn = await answer(asked, device.get(asked.body.data));
    assert.deepEqual([signedIn.status, signedIn.body.data.user.id], [200, person.id]);
    const session = world.caller({ cookie: formatCookie(signedIn, 'docket.session-token') });
    assert.equal((await session.get('/api/tickets')).status, 200);
    const [passkey] = (await person.get('/api/user/passkeys')).body.data;
    assert.notEqual(passkey.lastUsedAt, null);
  });

  test('a challenge works once, in one browser and for 5 minutes', async () => {
    const { device } = await withPasskey('Replay');
    const asked = await ask();
    const credential = device.get(asked.body.data);
    const parallel = await Promise.all([1, 2, 3].map(() => answer(asked, credential)));
    assert.deepEqual(parallel.map(({ status }) => status).sort(), [200, 401, 401]);
    assert.equal((await answer(asked, credential)).status, 401);
    const other = await ask();
    assert.equal((await answer(other, credential)).status, 401, 'the challenge of another browser');
    const url = '/api/auth/sign-in/passkey';
    assert.equal((await world.anonymous.post(url, { credential }, newAddress())).status, 401, 'no cookie');
    const late = await ask();
    world.clock.advance(5 * minuteMs);
    assert.equal((await answer(late, device.get(late.body.data))).status, 401);
  });

  test('a wrong answer uses the challenge up', async () => {
    const { device } = await withPasskey('Wrong first');
    const asked = await ask();
    assert.equal((await answer(asked, device.get(asked.body.data, { isVerified: false }))).status, 401);
    assert.equal((await answer(asked, device.get(asked.body.data))).status, 401);
  });

  test('answers of another page, host, kind or challenge, and without verification, are refused alike', async () => {
    const { person, device } = await withPasskey('Hostile');
    const other = await withPasskey('Other');
    const wrong: Record<string, Deviations> = {
      'another origin': { origin: 'https://evil.test' },
      'another port': { origin: `${origin}:8443` },
      'plain http': { origin: 'http://docket.test' },
      'another host': { rpId: 'evil.test' },
      'a frame inside another site': { crossOrigin: true },
      'the answer to a creation': { type: 'webauthn.create' },
      'another challenge': { challenge: 'AAAA' },
      'an owner who was not verified': { isVerified: false },
      'no account': { userHandle: null },
      'the account of somebody else': { userHandle: Buffer.from(other.person.id).toString('base64url') },
      'the passkey of somebody else': { credentialId: other.device.credentialId },
      'an unknown passkey': { credentialId: 'AAAA' },
    };
    const messages = new Set<string>();
    for (const [what, deviations] of Object.entries(wrong)) {
      const refused = await signIn(device, deviations);
      assert.equal(refused.status, 401, what);
      messages.add(refused.body.error.message);
    }
    assert.equal(messages.size, 1, 'nobody learns what is known');
    assert.deepEqual(new Set(await reasonsOf(person)), new Set(['wrong_passkey']));
    assert.equal((await signIn(device)).status, 200);
  });

  test('a passkey whose counter does not grow is refused as a copy', async () => {
    const { person, device } = await withPasskey('Copied');
    assert.equal((await signIn(device, { counter: 7 })).status, 200);
    for (const counter of [7, 6, 0]) assert.equal((await signIn(device, { counter })).status, 401);
    assert.deepEqual(await reasonsOf(person), ['passkey_copied', 'passkey_copied', 'passkey_copied']);
    assert.equal((await signIn(device, { counter: 8 })).status, 200);
  });

  test('a disabled account and a removed passkey do not sign in', async () => {
    const { person, device, id } = await withPasskey('Leaver');
    const source = { clock: world.clock };
    await changeAccountByEmail(world.db, source, person.email, { active: false });
    assert.equal((await signIn(device)).status, 401);
    assert.deepEqual(await reasonsOf(person), ['disabled']);
    await changeAccountByEmail(world.db, source, person.email, { active: true });
    const again = await signIn(device);
    assert.equal(again.status, 200);
    const session = world.caller({ cookie: formatCookie(again, 'docket.session-token') });
    assert.equal((await session.post(`/api/user/passkeys/${id}/remove`, { password })).status, 200);
    assert.equal((await signIn(device)).status, 401);
  });

  test('wrong answers are limited for each account and address', async () => {
    const { device } = await withPasskey('Flooded');
    const address = newAddress();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt++) {
      const asked = await ask();
      statuses.push(
        (await answer(asked, device.get(asked.body.data, { isVerified: false }), address)).status,
      );
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    assert.equal((await signIn(device)).status, 200, 'from another address');
  });

  test('a passkey is added only with the password, in the browser that began, and once', async () => {
    const person = await world.person('Careful');
    const wrong = await person.post('/api/user/passkeys/options', { password: 'wrong' });
    assert.deepEqual([wrong.status, Object.keys(wrong.body.error.details)], [400, ['password']]);
    const { key } = (await person.post('/api/user/api-keys', { name: 'CI' })).body.data;
    const byKey = world.caller({ authorization: `Bearer ${key}` });
    assert.equal((await byKey.post('/api/user/passkeys/options', { password })).status, 403);
    const begun = await begin(person);
    const device = new SoftwareAuthenticator(origin);
    const body = { name: 'Laptop', credential: device.create(begun.body.data) };
    assert.equal((await person.post('/api/user/passkeys', body)).status, 409, 'without the cookie');
    const stranger = await world.person('Stranger');
    assert.equal((await inBrowser(stranger, begun).post('/api/user/passkeys', body)).status, 409);
    const added = await Promise.all(
      [1, 2].map(() => inBrowser(person, begun).post('/api/user/passkeys', body)),
    );
    assert.deepEqual(added.map(({ status }) => status).sort(), [201, 409]);
    const again = await begin(person);
    const same = { name: 'Again', credential: device.create(again.body.data) };
    assert.equal((await inBrowser(person, again).post('/api/user/passkeys', same)).status, 409);
    const taken = await begin(stranger);
    const foreign = { name: 'Mine', credential: device.create(taken.body.data) };
    assert.equal((await inBrowser(stranger, taken).post('/api/user/passkeys', foreign)).status, 409);
  });

  test('a new passkey of another page or host, or without verification, is refused', async () => {
    const person = await world.person('Maker');
    const wrong: Deviations[] = [
      { origin: 'https://evil.test' },
      { rpId: 'evil.test' },
      { challenge: 'AAAA' },
      { type: 'webauthn.get' },
      { crossOrigin: true },
      { isVerified: false },
    ];
    for (const deviations of wrong) {
      const { added } = await add(person, deviations);
      assert.deepEqual([added.status, Object.keys(added.body.error.details)], [400, ['credential']]);
    }
    assert.deepEqual((await person.get('/api/user/passkeys')).body.data, []);
  });

  test('what a device says about itself is not read, whatever it is', async () => {
    const person = await world.person('Attested');
    const x5c = [Buffer.from('3003020101', 'hex')];
    for (const fmt of ['packed', 'apple', 'tpm', 'android-key', 'made-up']) {
      const { added, device } = await add(person, { attestation: { fmt, attStmt: { alg: -7, x5c } } });
      assert.equal(added.status, 201, fmt);
      assert.equal((await signIn(device)).status, 200);
    }
  });

  test('oversize and malformed answers are refused before they are decoded', async () => {
    const { person, device } = await withPasskey('Oversize');
    const asked = await ask();
    const right = device.get(asked.body.data);
    const { response } = right;
    const wrong = [
      { ...right, response: { ...response, clientDataJSON: 'A'.repeat(4_001) } },
      { ...right, response: { ...response, authenticatorData: 'A'.repeat(4_001) } },
      { ...right, response: { ...response, signature: 'A'.repeat(2_001) } },
      { ...right, response: { ...response, signature: 'not base64url!' } },
      { ...right, id: 'A'.repeat(1_401) },
      { ...right, type: 'password' },
      { ...right, response: null },
      'text',
    ];
    for (const credential of wrong) assert.equal((await answer(asked, credential as object)).status, 400);
    const begun = await begin(person);
    // Arrays within arrays, 10,000 deep, and a text that says that it is longer than the memory.
    const deep = Buffer.alloc(10_000, 0x81).toString('base64url');
    const long = Buffer.from('bbffffffffffffffff', 'hex').toString('base64url');
    for (const attestationObject of ['A'.repeat(20_001), deep, long]) {
      const credential = new SoftwareAuthenticator(origin).create(begun.body.data);
      credential.response.attestationObject = attestationObject;
      const caller = inBrowser(person, await begin(person));
      assert.equal((await caller.post('/api/user/passkeys', { name: 'Big', credential })).status, 400);
    }
    assert.equal((await answer(asked, right)).status, 200);
  });

  test('the last way to sign in stays, of providers and passkeys together', async () => {
    const { person, device, id } = await withPasskey('Last');
    await world.db.transaction((tx) => tx.run(removeCredential, { userId: person.id }));
    const signedIn = await signIn(device);
    const fresh = world.caller({ cookie: formatCookie(signedIn, 'docket.session-token') });
    const last = await fresh.post(`/api/user/passkeys/${id}/remove`, {});
    assert.deepEqual([last.status, last.body.error.code], [409, 'CONFLICT']);
    const identity = {
      id: newId(),
      userId: person.id,
      provider: 'acme',
      issuer: 'https://id.test',
      subject: id,
    };
    await world.db.transaction((tx) =>
      insertIdentity(tx, { ...identity, email: null, createdAt: 0, usedAt: 0 }),
    );
    assert.equal((await fresh.delete(`/api/user/identities/${identity.id}`)).status, 200);
    await world.db.transaction((tx) =>
      insertIdentity(tx, { ...identity, email: null, createdAt: 0, usedAt: 0 }),
    );
    assert.equal((await fresh.post(`/api/user/passkeys/${id}/remove`, {})).status, 200);
    assert.equal((await fresh.delete(`/api/user/identities/${identity.id}`)).status, 409);
  });

  test('nobody renames or removes the passkey of somebody else', async () => {
    const { id, device } = await withPasskey('Owner');
    const stranger = await world.person('Stranger');
    assert.equal((await stranger.put(`/api/user/passkeys/${id}`, { name: 'Mine' })).status, 404);
    assert.equal((await stranger.post(`/api/user/passkeys/${id}/remove`, { password })).status, 404);
    assert.equal((await signIn(device)).status, 200);
  });

  test('a passkey finishes a sign-in in place of a code', async () => {
    const { person, device } = await withPasskey('Two steps');
    const { recoveryCodes } = await setUpTotp(person);
    const { step, answer: first } = await passwordStep(person);
    assert.deepEqual(first.body.data.secondFactor.methods, ['code', 'passkey']);
    const asked = await askSecond(step);
    assert.deepEqual(
      asked.body.data.allowCredentials.map(({ id }: { id: string }) => id),
      [device.credentialId],
    );
    const wrong = await answerSecond(step, device.get(asked.body.data, { isVerified: false }));
    assert.equal(wrong.status, 401);
    const right = device.get(asked.body.data);
    assert.equal((await answerSecond(step, right)).status, 401, 'the challenge was used');
    const other = await withPasskey('Somebody');
    const foreign = await askSecond(step);
    assert.equal((await answerSecond(step, other.device.get(foreign.body.data))).status, 401);
    const again = await askSecond(step);
    // A security key need not name the account.
    const credential = device.get(again.body.data, { userHandle: null });
    const parallel = await Promise.all([1, 2].map(() => answerSecond(step, credential)));
    assert.deepEqual(parallel.map(({ status }) => status).sort(), [200, 401]);
    assert.equal((await askSecond(step)).status, 401, 'the step was used');

    const { step: next } = await passwordStep(person);
    await askSecond(next);
    const code = recoveryCodes[0];
    const byCode = await world.caller({ cookie: next }).post('/api/auth/sign-in/second-factor', { code });
    assert.equal(byCode.status, 200, 'a code still works');
  });

  test('whoever has no passkey for this host is not asked for one', async () => {
    const { person, device } = await withPasskey('Moved');
    await setUpTotp(person);
    await world.db.transaction((tx) => tx.run(moveHost, { userId: person.id }));
    const { step, answer: first } = await passwordStep(person);
    assert.deepEqual(first.body.data.secondFactor.methods, ['code']);
    assert.equal((await askSecond(step)).status, 409);
    assert.equal((await signIn(device)).status, 401);
  });

  test('the challenge of a sign-in alone does not finish one with a password, nor the other way round', async () => {
    const { person, device } = await withPasskey('Mixed');
    await setUpTotp(person);
    const alone = await ask();
    assert.equal((await askSecond(stepOf(alone))).status, 401);
    assert.equal((await answerSecond(stepOf(alone), device.get(alone.body.data))).status, 401);
    const { step } = await passwordStep(person);
    const second = await askSecond(step);
    const asAlone = world.caller({ cookie: step });
    const credential = device.get(second.body.data);
    assert.equal((await asAlone.post('/api/auth/sign-in/passkey', { credential })).status, 401);
  });

  test('a password reset after a break-in removes the passkeys and providers', async () => {
    const { person, device } = await withPasskey('Broken into');
    const source = { clock: world.clock };
    await resetPassword(world.db, source, person.email, password);
    assert.equal((await signIn(device)).status, 200);
    await resetPassword(world.db, source, person.email, password, true);
    assert.equal((await signIn(device)).status, 401);
  });

  test('an account has at most 20 passkeys', async () => {
    const { person, device } = await withPasskey('Collector');
    const stored = await findPasskey(world.db.reads, { credentialId: device.credentialId });
    for (let count = 0; count < 18; count++) {
      const passkey = { ...stored, id: newId(), credentialId: newId() } as Passkey;
      await world.db.transaction((tx) => insertPasskey(tx, passkey));
    }
    const begun = await begin(person);
    assert.equal((await add(person)).added.status, 201);
    assert.equal((await begin(person)).status, 409);
    const credential = new SoftwareAuthenticator(origin).create(begun.body.data);
    const late = await inBrowser(person, begun).post('/api/user/passkeys', { name: '21st', credential });
    assert.equal(late.status, 409, 'also if it was begun before');
  });

  const codeOf = (secret: string) =>
    computeTotp(decodeBase32(secret), Math.floor(world.clock.now() / 30_000));
  const setUpTotp = async (person: Person): Promise<{ recoveryCodes: string[] }> => {
    const { secret } = (await person.post('/api/user/second-factor/totp', { password })).body.data;
    return (await person.post('/api/user/second-factor/totp/confirm', { code: codeOf(secret) })).body.data;
  };
  const passwordStep = async ({ email }: Person) => {
    const answer = await world.anonymous.post('/api/auth/sign-in/email', { email, password }, newAddress());
    return { answer, step: stepOf(answer) };
  };
  const second = '/api/auth/sign-in/second-factor/passkey';
  const askSecond = (step: string) => world.caller({ cookie: step }).post(`${second}/options`);
  const answerSecond = (step: string, credential: object) =>
    world.caller({ cookie: step }).post(second, { credential }, newAddress());
});

onEveryEngine('an instance at an address without passkeys', (engine) => {
  test('says so, and refuses to begin', async (t) => {
    const world = await openWorld(engine);
    t.after(() => world.close());
    const ada = await world.person('Ada');
    const methods = async (of: World) => (await of.anonymous.get('/api/instance')).body.data.signInMethods;
    assert.deepEqual(await methods(world), ['password']);
    assert.equal((await world.anonymous.post('/api/auth/sign-in/passkey/options')).status, 409);
    assert.equal((await ada.post('/api/user/passkeys/options', { password })).status, 409);
    const local = await openWorld(engine, { BASE_URL: 'http://localhost:3000' });
    t.after(() => local.close());
    assert.deepEqual(await methods(local), ['password', 'passkey']);
  });
});
