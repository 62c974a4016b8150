import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { newMailQueue } from '../composition/mail-queue.ts';
import { sendDueMails } from '../mail/send-mails.ts';
import { dayMs } from '../platform/clock.ts';
import { statement } from '../platform/db/index.ts';
import { newLogger } from '../platform/logger.ts';

const makeAdmin = statement<{ id: string; role: string }>('update users set role = :role where id = :id');
const everything = statement<object, { text: string }>(`
  select token_hash as text from invitation_tokens union all select coalesce(address, '') || subject_id from mails
  union all select data from events`);

onEveryEngine('invitations', (engine) => {
  let world: World;
  let server: MailServer;
  let boss: Person;
  let olga: Person;
  let count = 0;

  before(async () => {
    server = await startMailServer();
    world = await openWorld(engine, {
      RATE_LIMIT: 'off',
      SIGN_UP: 'invite',
      SMTP_URL: server.url,
      BASE_URL: 'https://docket.test',
    });
    boss = await world.person('Boss', 'ADMIN');
    olga = await world.person('Olga');
    await olga.post('/api/projects', { name: 'Open door', key: 'DOOR' });
  });
  after(async () => {
    await world.close();
    await server.close();
  });

  const newEmail = () => `guest${++count}@example.org`;
  const signUp = (email: string, invitation?: string) =>
    world.anonymous.post('/api/auth/sign-up/email', {
      name: 'Guest',
      email,
      password: 'long enough',
      invitation,
    });
  const sendMails = async () => {
    const queue = newMailQueue(world.db, newLogger('silent'), world.config);
    while ((await sendDueMails(queue, world.clock.now())).hasMore);
  };
  const findMail = (email: string) => server.messages.findLast(({ to }) => to.includes(email));
  const mailedToken = async (email: string) => {
    await sendMails();
    const link = /https:\/\/docket\.test\/sign-up\?invitation=([\w-]{43})/;
    return link.exec(findMail(email)?.body ?? '')?.[1] as string;
  };
  /** The answer, with the token of the mail. */
  const inviteTo = async (by: Person, email: string, more: object = {}) => {
    const answer = (await by.post('/api/invitations', { email, ...more })).body.data as { id: string };
    return { ...answer, token: await mailedToken(email) };
  };
  const roleOf = async (email: string) =>
    (await olga.get('/api/project/DOOR/members?limit=100')).body.data.find(
      (member: { email: string }) => member.email === email,
    )?.role;

  test('whoever has a token learns what it invites to, by whom, and whether it still works', async () => {
    const email = newEmail();
    const lookUp = (token: string) => world.anonymous.get(`/api/invitations/lookup/${token}`);
    const { token } = await inviteTo(olga, email, { projectId: 'DOOR', role: 'viewer' });
    const { data } = (await lookUp(token)).body;
    assert.deepEqual(
      [data.email, data.status, data.project, data.role, data.invitedBy],
      [email, 'pending', { name: 'Open door', key: 'DOOR' }, 'viewer', { name: 'Olga' }],
    );
    assert.equal((await lookUp('unknown')).status, 404);
    assert.equal((await signUp(email, token)).status, 201);
    assert.equal((await lookUp(token)).body.data.status, 'accepted');
    const again = await inviteTo(boss, newEmail());
    assert.equal((await lookUp(again.token)).body.data.project, null);
    const root = await world.person('Former', 'ADMIN');
    const orphaned = await inviteTo(root, newEmail());
    await world.db.transaction((tx) => tx.run(makeAdmin, { id: root.id, role: 'USER' }));
    assert.equal((await lookUp(orphaned.token)).body.data.status, 'revoked');
    world.clock.advance(7 * dayMs);
    assert.equal((await lookUp(again.token)).body.data.status, 'expired');
  });

  test('an invitation by an administrator lets its address sign up once', async () => {
    const email = newEmail();
    assert.equal((await signUp(email)).status, 403);
    const made = await boss.post('/api/invitations', { email: ` ${email} ` });
    assert.equal(made.status, 201);
    const { status, project, expiresAt } = made.body.data;
    assert.deepEqual([status, project], ['pending', null]);
    assert.deepEqual(
      ['token' in made.body.data, 'url' in made.body.data],
      [false, false],
      'only the mail has it',
    );
    assert.equal(Date.parse(expiresAt), world.clock.now() + 7 * dayMs);
    const token = await mailedToken(email);

    const other = await signUp(newEmail(), token);
    assert.deepEqual([other.status, Object.keys(other.body.error.details)], [400, ['email']]);
    const guessed = await signUp(email, 'A'.repeat(43));
    assert.deepEqual([guessed.status, Object.keys(guessed.body.error.details)], [400, ['invitation']]);
    const joined = await signUp(email.toUpperCase(), token);
    assert.deepEqual([joined.status, joined.body.data.user.role], [201, 'USER']);
    assert.equal((await signUp(email, token)).status, 400);
    const [listed] = (await boss.get('/api/invitations')).body.data;
    assert.deepEqual([listed.email, listed.status, 'token' in listed], [email, 'accepted', false]);
  });

  test('a person invited to a project joins it with the invited role', async () => {
    const email = newEmail();
    const { token, id } = await inviteTo(olga, email, { projectId: 'door', role: 'viewer' });
    assert.equal((await signUp(email, token)).status, 201);
    assert.equal(await roleOf(email), 'viewer');
    const types = (await world.events()).filter(({ data }) => data.includes(id)).map(({ type }) => type);
    assert.deepEqual(types, ['invitation.created', 'invitation.accepted']);
    const { id: projectId } = (await olga.get('/api/project/DOOR')).body.data;
    const refused = await boss.post('/api/invitations', { email: newEmail(), projectId });
    assert.equal(refused.status, 403, 'an administrator of the instance has no rights in the project');
    const unseen = await boss.post('/api/invitations', { email: newEmail(), projectId: 'DOOR' });
    assert.deepEqual(unseen.body.error.details, { projectId: ['Project does not exist'] });
  });

  test('a signed-in person can accept an invitation and keeps an existing role', async () => {
    const ben = await world.person('Ben');
    const { token } = await inviteTo(olga, ben.email, { projectId: 'DOOR' });
    const cy = await world.person('Cy');
    assert.equal((await cy.post('/api/invitations/accept', { token })).status, 400, 'for another address');
    const accepted = await ben.post('/api/invitations/accept', { token });
    assert.deepEqual([accepted.status, accepted.body.data.status], [200, 'accepted']);
    assert.equal(await roleOf(ben.email), 'member');
    assert.equal((await ben.post('/api/invitations/accept', { token })).status, 400);
    const again = await inviteTo(olga, ben.email, { projectId: 'DOOR', role: 'admin' });
    assert.equal((await ben.post('/api/invitations/accept', { token: again.token })).status, 200);
    assert.equal(await roleOf(ben.email), 'member');
    const bare = await inviteTo(boss, ben.email);
    assert.equal((await ben.post('/api/invitations/accept', { token: bare.token })).status, 409);
  });

  test('an invitation ends after 7 days, when revoked or replaced, and when its inviter loses the right', async () => {
    const email = newEmail();
    const first = await inviteTo(olga, email, { projectId: 'DOOR' });
    const second = await inviteTo(olga, email, { projectId: 'DOOR' });
    assert.equal((await signUp(email, first.token)).status, 400);
    const outsider = await world.person('Zoe');
    assert.equal((await outsider.delete(`/api/invitations/${second.id}`)).status, 404);
    assert.equal((await olga.delete(`/api/invitations/${second.id}`)).status, 200);
    assert.equal((await olga.delete(`/api/invitations/${second.id}`)).status, 200);

    const third = await inviteTo(olga, email, { projectId: 'DOOR' });
    world.clock.advance(7 * dayMs);
    assert.equal((await signUp(email, third.token)).status, 400);
    const statuses = (await olga.get('/api/invitations?project=DOOR')).body.data
      .filter((row: { email: string }) => row.email === email)
      .map((row: { status: string }) => row.status)
      .sort();
    assert.deepEqual(statuses, ['expired', 'revoked', 'revoked']);

    const helper = await world.person('Hal');
    await olga.post('/api/project/DOOR/members', { userId: helper.id, role: 'admin' });
    const fourth = await inviteTo(helper, email, { projectId: 'DOOR' });
    await olga.post('/api/project/DOOR/members', { userId: helper.id, role: 'member' });
    assert.equal((await signUp(email, fourth.token)).status, 400);
    const chief = await world.person('Chief', 'ADMIN');
    const fifth = await inviteTo(chief, email);
    await world.db.transaction((tx) => tx.run(makeAdmin, { id: chief.id, role: 'USER' }));
    assert.equal((await signUp(email, fifth.token)).status, 400);
  });

  test('of two concurrent sign-ups with one invitation, one succeeds', async () => {
    const email = newEmail();
    const { token } = await inviteTo(boss, email);
    const answers = await Promise.all([signUp(email, token), signUp(email, token)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
  });

  test('a mailed invitation has its own working link, and no token is stored in clear text', async () => {
    const email = newEmail();
    const { token } = await inviteTo(olga, email, { projectId: 'DOOR', role: 'admin' });
    const message = findMail(email);
    assert.ok(message);
    assert.equal(message.headers.get('subject'), 'Olga invites you to Open door');
    assert.equal(message.headers.has('list-unsubscribe'), false);
    const stored = (await world.db.reads.list(everything, {})).map(({ text }) => text).join('\n');
    assert.ok(!stored.includes(token));
    assert.equal((await signUp(email, token)).status, 201);
    assert.equal(await roleOf(email), 'admin');

    const gone = newEmail();
    const { id } = (await boss.post('/api/invitations', { email: gone })).body.data;
    await boss.delete(`/api/invitations/${id}`);
    await sendMails();
    assert.equal(findMail(gone), undefined);
  });

  test('invalid input is reported by field, and an existing address is not revealed', async () => {
    for (const [body, field] of [
      [{}, 'email'],
      [{ email: 'no address' }, 'email'],
      [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'email'],
      [{ email: newEmail(), projectId: 'NOPE' }, 'projectId'],
      [{ email: newEmail(), projectId: 'DOOR', role: 'king' }, 'role'],
      [{ email: newEmail(), role: 'member' }, 'role'],
    ] as const) {
      const { status, body: answer } = await olga.post('/api/invitations', body);
      assert.deepEqual([status, Object.keys(answer.error.details)], [400, [field]]);
    }
    const known = await boss.post('/api/invitations', { email: olga.email });
    assert.deepEqual([known.status, known.body.data.status], [201, 'pending']);
  });

  test('people see only invitations that they created or may manage', async () => {
    const dee = await world.person('Dee');
    assert.equal((await dee.get('/api/invitations')).body.pagination.total, 0);
    const projects = (await boss.get('/api/invitations?limit=100')).body.data.map(
      (row: { project: unknown }) => row.project,
    );
    assert.ok(projects.length > 0);
    assert.ok(
      projects.every((project: unknown) => project === null),
      'an administrator sees no project invitations',
    );
  });

  test('an open instance accepts invitations, a closed one creates none', async () => {
    const open = await openWorld(engine, { RATE_LIMIT: 'off' });
    const pia = await open.person('Pia');
    await pia.post('/api/projects', { name: 'P', key: 'P' });
    const invited = { email: 'q@example.org', projectId: 'P' };
    const { token, url } = (await pia.post('/api/invitations', invited)).body.data;
    assert.equal(
      url,
      `http://127.0.0.1:3000/sign-up?invitation=${token}`,
      'without mail the link is passed on',
    );
    const account = { name: 'Q', email: 'q@example.org', password: 'long enough', invitation: token };
    assert.equal((await open.anonymous.post('/api/auth/sign-up/email', account)).status, 201);
    assert.equal((await pia.get('/api/project/P/members')).body.pagination.total, 2);
    await open.close();
    const closed = await openWorld(engine, { SIGN_UP: 'closed' });
    const admin = await closed.person('Adm', 'ADMIN');
    assert.equal((await admin.post('/api/invitations', { email: 'x@example.org' })).status, 403);
    const tried = { ...account, invitation: 'x' };
    assert.equal((await closed.anonymous.post('/api/auth/sign-up/email', tried)).status, 403);
    await closed.close();
  });
});
