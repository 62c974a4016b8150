import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import {
  type ApiResponse,
  openWorld,
  type Person,
  password,
  type World,
} from '../../../test/support/world.ts';
import { hourMs, minuteMs, secondMs } from '../../platform/clock.ts';
import { statement } from '../../platform/db/index.ts';
import { changeAccountByEmail } from '../accounts/accounts.ts';
import { computeTotp, decodeBase32, findTotpStep } from './totp.ts';

const sealedSecrets = statement<object, { text: string }>(
  'select secret_sealed as text from second_factors union all select code_hash from recovery_codes',
);
const queuedNotices = statement<{ userId: string }, { subjectId: string }>(`
  select subject_id as "subjectId" from mails where user_id = :userId and kind = 'account_notice' order by id`);

onEveryEngine('second factor', (engine) => {
  let world: World;

  before(async () => {
    world = await openWorld(engine, { TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:1' });
  });
  after(() => world.close());

  const cookiesOf = ({ headers }: ApiResponse) => [headers['set-cookie'] ?? []].flat().map(String);
  const formatCookie = (answer: ApiResponse, name: string) =>
    cookiesOf(answer)
      .find((cookie) => cookie.startsWith(name))
      ?.split(';')[0] as string;
  /** Each from its own address, so that the throttle of one test does not delay another. */
  let addresses = 0;
  const newAddress = () => ({ 'x-forwarded-for': `203.0.113.${++addresses}` });
  const firstStep = async ({ email }: Person, headers = {}) => {
    const answer = await world.anonymous.post('/api/auth/sign-in/email', { email, password }, headers);
    return { answer, cookie: formatCookie(answer, 'docket.sign-in-step') };
  };
  const secondStep = (cookie: string, code: string, headers = {}) =>
    world.caller({ cookie }).post('/api/auth/sign-in/second-factor', { code }, headers);
  const codeOf = (secret: string) =>
    computeTotp(decodeBase32(secret), Math.floor(world.clock.now() / 30_000));
  const wrongCodeOf = (secret: string) => {
    for (let number = 0; ; number++) {
      const code = String(number).padStart(6, '0');
      if (findTotpStep(secret, code, world.clock.now()) === undefined) return code;
    }
  };
  const enrolled = async (name: string, role?: 'ADMIN') => {
    const person = await world.person(name, role);
    const { secret } = (await person.post('/api/user/second-factor/totp', { password })).body.data;
    const confirmed = await person.post('/api/user/second-factor/totp/confirm', { code: codeOf(secret) });
    assert.equal(confirmed.status, 200);
    world.clock.advance(30 * secondMs);
    return { person, secret, recoveryCodes: confirmed.body.data.recoveryCodes as string[] };
  };

  test('sign-in with a second factor opens a session only after the code', async () => {
    const { person, secret } = await enrolled('Ada');
    const { answer, cookie } = await firstStep(person);
    assert.deepEqual([answer.status, answer.body.data.secondFactor.required], [202, true]);
    assert.match(
      cookiesOf(answer).join(),
      /^docket\.sign-in-step=[\w-]{43}; Path=\/api; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    const half = world.caller({ cookie: cookie.replace('sign-in-step', 'session-token') });
    assert.equal((await half.get('/api/tickets')).status, 401);
    const signedIn = await secondStep(cookie, codeOf(secret));
    assert.deepEqual([signedIn.status, signedIn.body.data.user.id], [200, person.id]);
    assert.match(cookiesOf(signedIn)[1] ?? '', /^docket\.sign-in-step=; .*Max-Age=0/);
    const session = world.caller({ cookie: formatCookie(signedIn, 'docket.session-token') });
    assert.equal((await session.get('/api/tickets')).status, 200);
    assert.equal((await secondStep(cookie, codeOf(secret))).status, 401, 'the step was used');
  });

  test('a code works once, also for parallel requests and within its time', async () => {
    const { person, secret } = await enrolled('Replay');
    const code = codeOf(secret);
    const steps = await Promise.all([1, 2, 3].map(() => firstStep(person, newAddress())));
    const answers = await Promise.all(steps.map(({ cookie }) => secondStep(cookie, code, newAddress())));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401]);
    world.clock.advance(30 * secondMs);
    const { cookie } = await firstStep(person, newAddress());
    assert.equal((await secondStep(cookie, code, newAddress())).status, 401);
    const older = computeTotp(decodeBase32(secret), Math.floor(world.clock.now() / 30_000) - 1);
    assert.equal(older, code);
    assert.equal((await secondStep(cookie, codeOf(secret), newAddress())).status, 200);
  });

  test('the code that confirmed the app does not sign in', async () => {
    const person = await world.person('First');
    const { secret } = (await person.post('/api/user/second-factor/totp', { password })).body.data;
    const code = codeOf(secret);
    assert.equal((await person.post('/api/user/second-factor/totp/confirm', { code })).status, 200);
    const { cookie } = await firstStep(person);
    assert.equal((await secondStep(cookie, code)).status, 401);
  });

  test('a code or recovery code of another account is refused', async () => {
    const ada = await enrolled('Mine');
    const ben = await enrolled('Other');
    const { cookie } = await firstStep(ada.person, newAddress());
    assert.equal((await secondStep(cookie, codeOf(ben.secret), newAddress())).status, 401);
    assert.equal((await secondStep(cookie, ben.recoveryCodes[0] ?? '', newAddress())).status, 401);
    assert.equal((await secondStep(cookie, codeOf(ada.secret), newAddress())).status, 200);
  });

  test('a recovery code works once, however it is typed, and is announced by mail', async () => {
    const { person, recoveryCodes } = await enrolled('Recovery');
    assert.equal(new Set(recoveryCodes).size, 10);
    const typed = ` ${recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ')} `;
    for (const expected of [200, 401]) {
      const { cookie } = await firstStep(person);
      assert.equal((await secondStep(cookie, typed)).status, expected);
    }
    const { data } = (await person.get('/api/user/second-factor')).body;
    assert.equal(data.recoveryCodesLeft, 9);
    const notices = await world.db.reads.list(queuedNotices, { userId: person.id });
    assert.deepEqual(
      notices.map(({ subjectId }) => subjectId.split(' ')[0]),
      ['second_factor_on', 'recovery_code_used'],
    );
  });

  test('wrong codes are delayed, and a right password does not reset their count', async () => {
    const { person, secret } = await enrolled('Guess');
    const from = newAddress();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt++) {
      const { cookie } = await firstStep(person, from);
      statuses.push((await secondStep(cookie, wrongCodeOf(secret), from)).status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    const { cookie } = await firstStep(person, from);
    const refused = await secondStep(cookie, codeOf(secret), from);
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '1']);
    world.clock.advance(2 * secondMs);
    assert.equal((await secondStep(cookie, codeOf(secret), from)).status, 200);
  });

  test('guesses from many addresses are delayed for the account, except where its owner signed in', async () => {
    const { person, secret } = await enrolled('Spread');
    const home = newAddress();
    const { cookie: first } = await firstStep(person, home);
    assert.equal((await secondStep(first, codeOf(secret), home)).status, 200);
    world.clock.advance(30 * secondMs);
    const { cookie } = await firstStep(person, newAddress());
    for (let attempt = 0; attempt < 20; attempt++)
      assert.equal((await secondStep(cookie, wrongCodeOf(secret), newAddress())).status, 401);
    assert.equal((await secondStep(cookie, codeOf(secret), newAddress())).status, 429);
    assert.equal((await secondStep(cookie, codeOf(secret), home)).status, 200);
  });

  test('a step ends after 10 minutes, with the account and with its password', async () => {
    const { person, secret } = await enrolled('Late');
    const late = await firstStep(person);
    world.clock.advance(10 * minuteMs);
    assert.equal((await secondStep(late.cookie, codeOf(secret))).status, 401);
    const changed = await firstStep(person);
    const passwords = { currentPassword: password, newPassword: password };
    assert.equal((await person.post('/api/auth/change-password', passwords)).status, 200);
    assert.equal((await secondStep(changed.cookie, codeOf(secret))).status, 401);
    const disabled = await firstStep(person);
    await changeAccountByEmail(world.db, world, person.email, { active: false });
    assert.equal((await secondStep(disabled.cookie, codeOf(secret))).status, 401);
    await changeAccountByEmail(world.db, world, person.email, { active: true });
    assert.equal((await secondStep(disabled.cookie, codeOf(secret))).status, 401);
    assert.equal((await secondStep('', codeOf(secret))).status, 401);
  });

  test('setting up, renewing and removing ask for the password, and wrong ones are counted', async () => {
    const person = await world.person('Careful');
    const from = newAddress();
    for (const action of ['totp', 'recovery-codes', 'remove'])
      for (const guess of [{}, { password: 'wrong password' }]) {
        const answer = await person.post(`/api/user/second-factor/${action}`, guess, from);
        const isCounted = action === 'remove' && 'password' in guess;
        assert.equal(answer.status, isCounted ? 429 : 400, JSON.stringify(answer.body));
        if (!isCounted) assert.deepEqual(answer.body.error.details, { password: ['Password is wrong'] });
      }
  });

  test('an app that is not confirmed changes nothing, and its secret is confirmed within an hour', async () => {
    const person = await world.person('Slow');
    const { secret, uri } = (await person.post('/api/user/second-factor/totp', { password })).body.data;
    assert.ok(uri.includes(secret));
    const wrong = await person.post('/api/user/second-factor/totp/confirm', { code: wrongCodeOf(secret) });
    assert.deepEqual([wrong.status, Object.keys(wrong.body.error.details)], [400, ['code']]);
    assert.equal((await firstStep(person)).answer.status, 200);
    assert.equal((await person.post('/api/user/second-factor/remove', { password })).status, 409);
    assert.equal((await person.post('/api/user/second-factor/recovery-codes', { password })).status, 409);
    world.clock.advance(hourMs + 1);
    const late = await person.post('/api/user/second-factor/totp/confirm', { code: codeOf(secret) });
    assert.equal(late.status, 409);
  });

  test('setting up ends the other sessions; the app cannot be replaced without removing it', async () => {
    const person = await world.person('Twice');
    const other = formatCookie((await firstStep(person)).answer, 'docket.session-token');
    const { secret } = (await person.post('/api/user/second-factor/totp', { password })).body.data;
    const before = person.cookie;
    await person.post('/api/user/second-factor/totp/confirm', { code: codeOf(secret) });
    for (const cookie of [other, before])
      assert.equal((await world.caller({ cookie }).get('/api/tickets')).status, 401);
    assert.equal((await person.post('/api/user/second-factor/totp', { password })).status, 409);
    assert.equal((await person.post('/api/user/second-factor/remove', { password })).status, 200);
    assert.equal((await firstStep(person)).answer.status, 200);
    assert.equal((await person.get('/api/user/second-factor')).body.data.recoveryCodesLeft, 0);
    assert.equal((await person.post('/api/user/second-factor/totp', { password })).status, 201);
  });

  test('new recovery codes replace the former ones', async () => {
    const { person, recoveryCodes } = await enrolled('Renew');
    const renewed = await person.post('/api/user/second-factor/recovery-codes', { password });
    const { cookie } = await firstStep(person);
    assert.equal((await secondStep(cookie, recoveryCodes[0] ?? '')).status, 401);
    assert.equal((await secondStep(cookie, renewed.body.data.recoveryCodes[0])).status, 200);
  });

  test('an administrator resets the second factor of a person, which is recorded', async () => {
    const admin = await world.person('Admin', 'ADMIN');
    const { person, secret } = await enrolled('Lost');
    const path = `/api/instance/users/${person.id}/reset-second-factor`;
    const find = async () =>
      (await admin.get(`/api/instance/users?query=${encodeURIComponent(person.email)}`)).body.data[0];
    assert.equal((await find()).secondFactor, true);
    const { cookie } = await firstStep(person);
    assert.equal((await person.post(path)).status, 403);
    assert.equal((await admin.post(path)).status, 200);
    assert.equal((await admin.post(path)).status, 409);
    assert.equal((await find()).secondFactor, false);
    assert.equal((await secondStep(cookie, codeOf(secret))).status, 401, 'no step survives the reset');
    assert.equal((await firstStep(person)).answer.status, 200);
    const { data } = (await admin.get('/api/admin/audit?action=user.second_factor_disabled')).body;
    assert.equal(
      data.filter((entry: { subject: { id: string } }) => entry.subject.id === person.id).length,
      1,
    );
    const types = (await world.events())
      .filter(({ actorId }) => actorId === admin.id)
      .map(({ type }) => type);
    assert.ok(types.includes('user.second_factor_disabled'));
  });

  test('API keys work as before and cannot change the second factor', async () => {
    const { person } = await enrolled('Keys');
    const { key } = (await person.post('/api/user/api-keys', { name: 'CI' })).body.data;
    const caller = world.caller({ authorization: `Bearer ${key}` });
    assert.equal((await caller.get('/api/tickets')).status, 200);
    for (const action of ['totp', 'recovery-codes', 'remove'])
      assert.equal((await caller.post(`/api/user/second-factor/${action}`, { password })).status, 403);
    assert.equal((await caller.post('/api/user/second-factor/totp/confirm', { code: '123456' })).status, 403);
  });

  test('secrets are sealed and recovery codes hashed', async () => {
    const { secret, recoveryCodes } = await enrolled('Stored');
    const stored = (await world.db.reads.list(sealedSecrets, {})).map(({ text }) => text).join(' ');
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      assert.equal(stored.includes(text), false);
  });
});
