import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { newMailQueue } from '../../src/composition/mail-queue.ts';
import { withReactions } from '../../src/events/index.ts';
import { type MailQueue, sendDueMails, sweepMails } from '../../src/mail/send-mails.ts';
import { dayMs, hourMs, minuteMs } from '../../src/platform/clock.ts';
import { openDatabase, statement } from '../../src/platform/db/index.ts';
import { newLogger } from '../../src/platform/logger.ts';
import { onEveryEngine } from '../support/engines.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { notifierOf, notifyAll } from '../support/notifying.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

const states = statement<object, { state: string; problem: string | null; attempts: number }>(
  'select state, problem, attempts from mails order by created_at, problem, id',
);
const wipe = statement<object>('delete from mails');
const everything = statement<object, { text: string }>(
  "select id || kind || subject_id || coalesce(problem, '') || coalesce(unsubscribe_hash, '') as text from mails",
);
const die = statement<object>("update mails set state = 'sending', claimed_at = 0");

onEveryEngine('mail', (engine) => {
  let world: World;
  let server: MailServer;
  let queue: MailQueue;
  let ada: Person;
  let ben: Person;

  before(async () => {
    server = await startMailServer();
    world = await openWorld(engine, {
      RATE_LIMIT: 'off',
      SMTP_URL: server.url,
      BASE_URL: 'https://docket.test',
    });
    queue = newMailQueue(world.db, newLogger('silent'), world.config);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    await ada.post('/api/projects', { name: 'Post', key: 'POST' });
    await ada.post('/api/project/POST/members', { userId: ben.id, role: 'member' });
  });
  after(async () => {
    await world.close();
    await server.close();
  });
  beforeEach(async () => {
    await notifyAll(world);
    await world.db.transaction((tx) => tx.run(wipe, {}));
    Object.assign(server, {
      messages: [],
      attempts: 0,
      refuseRecipients: undefined,
      refuseMessages: undefined,
    });
    Object.assign(server, { hangUp: undefined, beforeResponse: undefined });
  });

  const enqueueMails = () => notifyAll(world, notifierOf(world, true));
  async function deliver(from = queue) {
    while ((await sendDueMails(from, world.clock.now())).hasMore);
  }
  const statesOf = () => world.db.reads.list(states, {});
  /** Creates a ticket for Ben and queues its mail. */
  async function assign(more: object = {}, to = ben) {
    const ticket = { title: 'Rate', projectId: 'POST', assigneeId: to.id, ...more };
    const { key } = (await ada.post('/api/tickets', ticket)).body.data;
    await enqueueMails();
    return `/api/tickets/${key}`;
  }
  const messagesTo = (person: Person) => server.messages.filter(({ to }) => to.includes(person.email));

  test('a mention is mailed as text and HTML with link, thread and unsubscribe headers', async () => {
    const url = await assign({ assigneeId: null });
    await ada.post(`${url}/comments`, { content: 'Look, @ben: 1 < 2 & "so on"\nsecond line' });
    await enqueueMails();
    await deliver();
    const [message, ...more] = server.messages;
    assert.ok(message);
    assert.equal(more.length, 0);
    const key = url.split('/').at(-1);
    assert.deepEqual([message.from, message.to], ['docket@docket.test', [ben.email]]);
    assert.equal(message.headers.get('subject'), `[${key}] Rate`);
    assert.equal(message.headers.get('from'), 'Docket <docket@docket.test>');
    assert.equal(message.headers.get('auto-submitted'), 'auto-generated');
    assert.match(message.headers.get('references') ?? '', /^<ticket-[0-9a-f-]+@docket\.test>$/);
    assert.match(message.headers.get('message-id') ?? '', /^<[0-9a-f-]+@docket\.test>$/);
    assert.match(
      message.headers.get('list-unsubscribe') ?? '',
      /^<https:\/\/docket\.test\/api\/unsubscribe\/[\w-]{43}>$/,
    );
    assert.equal(message.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    assert.match(message.headers.get('content-type') ?? '', /^multipart\/alternative/);
    assert.ok(message.body.includes(`Ada mentioned you in ${key} Rate.`));
    assert.ok(message.body.includes('> Look, @ben: 1 < 2 & "so on"\r\n> second line'));
    assert.ok(message.body.includes('1 &lt; 2 &amp; &quot;so on&quot;<br>second line'));
    assert.ok(message.body.includes(`https://docket.test/tickets/${key}`));
    assert.deepEqual(await statesOf(), [{ state: 'sent', problem: null, attempts: 1 }]);
    await deliver();
    assert.equal(server.messages.length, 1);
  });

  test('a question, a result and a failure of an agent are mailed with its words', async () => {
    const agent = (await ben.post('/api/agents', { name: 'Fixer' })).body.data;
    await ada.post('/api/project/POST/members', { userId: agent.id, role: 'member' });
    const scopes = ['agent', 'read'];
    const { key: secret } = (await ben.post(`/api/agents/${agent.id}/api-keys`, { name: 'run', scopes })).body
      .data;
    const fixer = world.caller({ authorization: `Bearer ${secret}` });
    const ticket = (await assign({ assigneeId: null })).split('/').at(-1) as string;
    const steps = [
      ['ask', { question: 'Which <branch>?' }, 'asked about', '> Which <branch>?'],
      ['complete', {}, 'completed', undefined],
      ['fail', { error: 'No compiler', retryable: false }, 'could not complete', '> No compiler'],
    ] as const;
    for (const [step, said, verb, quote] of steps) {
      const task = { ticketId: ticket, agentId: agent.id, title: 'Mend it', instructions: 'Do.' };
      await ada.post('/v1/agent-tasks', task);
      const { id, lease } = (await fixer.post('/v1/agent-tasks/claim', { workerId: 'w' })).body.data;
      await enqueueMails();
      await deliver();
      server.messages = [];
      const done = await fixer.post(`/v1/agent-tasks/${id}/${step}`, { epoch: lease.epoch, ...said });
      assert.equal(done.status, 200, JSON.stringify(done.body));
      await enqueueMails();
      await deliver();
      // Ada reported the ticket and asked for the task, Ben owns the agent.
      assert.deepEqual(server.messages.flatMap(({ to }) => to).sort(), [ada.email, ben.email].sort());
      for (const { headers, body } of server.messages) {
        assert.equal(headers.get('subject'), `[${ticket}] Rate`);
        assert.ok(body.includes(`Fixer ${verb} the task “Mend it” on ${ticket} Rate.`), body);
        assert.deepEqual(body.match(/^> .*(?=\r$)/gm), quote ? [quote] : null);
        assert.ok(body.includes(`https://docket.test/tickets/${ticket}`));
        assert.ok(body.includes('because you watch the ticket, asked for the task or own the agent'));
      }
      await ada.post(`/v1/agent-tasks/${id}/cancel`, {});
    }
  });

  test('user text cannot inject mail headers, recipients or markup', async () => {
    const evil = await world.person('Eve');
    await evil.put('/api/user/profile', { name: 'Eve\r\nBcc: v@example.org' });
    await ada.post('/api/project/POST/members', { userId: evil.id, role: 'member' });
    await enqueueMails();
    await world.db.transaction((tx) => tx.run(wipe, {}));
    const title = 'Hi\r\nBcc: victim@example.org\r\n\r\n<script>alert(1)</script>\u2028\u202e';
    await assign({ title }, evil);
    await deliver();
    const [message] = server.messages;
    assert.ok(message);
    assert.deepEqual(message.to, [evil.email]);
    assert.equal(message.headers.has('bcc'), false);
    assert.match(message.headers.get('subject') ?? '', /Hi Bcc: victim@example\.org <script>/);
    const head = message.source.slice(0, message.source.indexOf('\r\n\r\n'));
    assert.equal(head.match(/^bcc:/gim), null);
    const html = message.body.slice(message.body.indexOf('<!doctype'));
    assert.ok(!html.includes('<script'));
    assert.ok(html.includes('&lt;script&gt;'));
  });

  test('mail honours preferences, also those changed after it was queued', async () => {
    const cases = [
      [{ notifications: false }, 0],
      [{ notifications: true, emailNotifications: { ticketAssigned: false } }, 0],
      [{ emailNotifications: { ticketAssigned: true, ticketUpdated: false } }, 1],
    ] as const;
    for (const [preferences, expected] of cases) {
      const cy = await world.person('Cy');
      await cy.put('/api/user/preferences', preferences);
      await assign({}, cy);
      await deliver();
      assert.equal(messagesTo(cy).length, expected, JSON.stringify(preferences));
      const later = await world.person('Dee');
      await assign({}, later);
      await later.put('/api/user/preferences', preferences);
      await deliver();
      assert.equal(messagesTo(later).length, expected, `later ${JSON.stringify(preferences)}`);
    }
    const dan = await world.person('Dan');
    const project = (who: Person) =>
      ada.post('/api/project/POST/members', { userId: who.id, role: 'viewer' });
    await dan.put('/api/user/preferences', { emailNotifications: { projectInvites: false } });
    const eva = await world.person('Eva');
    await project(dan);
    await project(eva);
    await enqueueMails();
    await deliver();
    assert.deepEqual([messagesTo(dan).length, messagesTo(eva).length], [0, 1]);
    const leo = await world.person('Leo');
    await project(leo);
    await enqueueMails();
    await ada.delete(`/api/project/POST/members/${leo.id}`);
    await deliver();
    assert.equal(messagesTo(leo).length, 0, 'removed before it was sent');
  });

  test('a person who loses access before a mail is sent does not get it', async () => {
    const fay = await world.person('Fay');
    const url = await assign({ assigneeId: null });
    await ada.post('/api/project/POST/members', { userId: fay.id, role: 'member' });
    await fay.post(`${url}/watchers`);
    await enqueueMails();
    await world.db.transaction((tx) => tx.run(wipe, {}));
    await ada.post(`${url}/comments`, { content: 'Secret' });
    await enqueueMails();
    await ada.delete(`/api/project/POST/members/${fay.id}`);
    await deliver();
    assert.deepEqual(
      (await statesOf()).map(({ state }) => state),
      ['dropped'],
    );
    assert.equal(server.attempts, 0);
  });

  test('a mail refused with 4xx is retried after 1, then 5 minutes, and sent once', async () => {
    await assign();
    for (const part of ['refuseRecipients', 'refuseMessages'] as const) {
      server[part] = 450;
      await deliver();
      await deliver();
      server[part] = undefined;
    }
    assert.deepEqual(await statesOf(), [{ state: 'waiting', problem: 'smtp_450', attempts: 1 }]);
    world.clock.advance(minuteMs - 1);
    await deliver();
    assert.equal(server.messages.length, 0);
    world.clock.advance(1);
    server.refuseMessages = 451;
    await deliver();
    assert.deepEqual(await statesOf(), [{ state: 'waiting', problem: 'smtp_451', attempts: 2 }]);
    server.refuseMessages = undefined;
    world.clock.advance(5 * minuteMs);
    await deliver();
    world.clock.advance(dayMs);
    await deliver();
    assert.deepEqual(
      [server.messages.length, await statesOf()],
      [1, [{ state: 'sent', problem: null, attempts: 3 }]],
    );
  });

  test('a mail refused with 5xx is not retried', async () => {
    await assign();
    server.refuseRecipients = 550;
    await deliver();
    server.refuseRecipients = undefined;
    await assign();
    server.refuseMessages = 554;
    await deliver();
    server.refuseMessages = undefined;
    world.clock.advance(dayMs);
    await deliver();
    assert.deepEqual(await statesOf(), [
      { state: 'refused', problem: 'smtp_550', attempts: 1 },
      { state: 'refused', problem: 'smtp_554', attempts: 1 },
    ]);
    assert.equal(server.messages.length, 0);
  });

  for (const moment of ['during the transfer', 'after the transfer'] as const) {
    test(`a mail whose connection ends ${moment} is never sent again`, async () => {
      await assign();
      server.hangUp = moment;
      await deliver();
      server.hangUp = undefined;
      const attempts = server.attempts;
      world.clock.advance(2 * dayMs);
      await deliver();
      assert.deepEqual(await statesOf(), [{ state: 'unknown', problem: 'connection_lost', attempts: 1 }]);
      assert.equal(server.attempts, attempts);
    });
  }

  test('a mail whose connection ends before the transfer is retried', async () => {
    await assign();
    server.hangUp = 'at the recipient';
    await deliver();
    server.hangUp = undefined;
    assert.deepEqual(await statesOf(), [{ state: 'waiting', problem: 'connection_lost', attempts: 1 }]);
    world.clock.advance(minuteMs);
    await deliver();
    assert.equal(server.messages.length, 1);
  });

  test('an unreachable mail server is retried for two days, then the mail is given up', async () => {
    const gone = await startMailServer();
    await gone.close();
    const unreachable = newMailQueue(world.db, newLogger('silent'), { ...world.config, SMTP_URL: gone.url });
    await assign();
    for (const minutes of [0, 1, 5, 15, 60, 240, 720, 1440]) {
      world.clock.advance(minutes * minuteMs);
      const { isServerUnreachable } = await sendDueMails(unreachable, world.clock.now());
      assert.equal(isServerUnreachable, true);
    }
    assert.deepEqual(await statesOf(), [{ state: 'given_up', problem: 'refused', attempts: 8 }]);
  });

  test('a mail is retried after a wrong SMTP password or an untrusted certificate', async (t) => {
    const guarded = await startMailServer({ password: 'p@ss/word' });
    const secure = await startMailServer({ isSecure: true });
    t.after(() => Promise.all([guarded.close(), secure.close()]));
    const by = (SMTP_URL: string) =>
      newMailQueue(world.db, newLogger('silent'), { ...world.config, SMTP_URL });
    await assign();
    await deliver(by(`smtp://docket:wrong@127.0.0.1:${guarded.port}`));
    assert.deepEqual(await statesOf(), [{ state: 'waiting', problem: 'auth_failed', attempts: 1 }]);
    world.clock.advance(minuteMs);
    await deliver(by(secure.url));
    assert.deepEqual(await statesOf(), [{ state: 'waiting', problem: 'tls_failed', attempts: 2 }]);
    world.clock.advance(5 * minuteMs);
    await deliver(by(`smtp://docket:${encodeURIComponent('p@ss/word')}@127.0.0.1:${guarded.port}`));
    assert.deepEqual([guarded.messages.length, secure.messages.length], [1, 0]);
  });

  test('a mail whose sending process died is never sent again', async () => {
    await assign();
    await world.db.transaction((tx) => tx.run(die, {}));
    await deliver();
    assert.deepEqual((await statesOf())[0]?.state, 'unknown');
    world.clock.advance(hourMs);
    await deliver();
    assert.equal(server.attempts, 0);
  });

  test('concurrent processes send each mail once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, i) => world.person(`P${i}`)));
    for (const person of people) await ada.post('/api/tickets', { title: 'Many', assigneeId: person.id });
    await enqueueMails();
    const others = await Promise.all(
      [1, 2, 3].map(async () => withReactions(await openDatabase(world.config.database), eventReactions)),
    );
    try {
      await Promise.all(others.map((db) => deliver({ ...queue, db })));
    } finally {
      for (const db of others) await db.close();
    }
    assert.deepEqual(server.messages.flatMap(({ to }) => to).sort(), people.map(({ email }) => email).sort());
  });

  test('a POST to the unsubscribe link unsubscribes without signing in, a GET does not', async () => {
    const gil = await world.person('Gil');
    await assign({}, gil);
    await deliver();
    const link = messagesTo(gil)[0]?.headers.get('list-unsubscribe') ?? '';
    const path = new URL(link.slice(1, -1)).pathname;
    const token = path.split('/').at(-1) as string;
    const stored = (await world.db.reads.list(everything, {})).map(({ text }) => text).join();
    assert.ok(!stored.includes(token), 'the database stores only its hash');
    const isSubscribed = async () =>
      (await gil.get('/api/user/preferences')).body.data.emailNotifications.ticketAssigned;

    const asked = await world.anonymous.get(path);
    assert.deepEqual(asked.body.data, { emailNotification: 'ticketAssigned', unsubscribed: false });
    const page = await world.app.inject({ url: path, headers: { accept: 'text/html,*/*' } });
    assert.match(page.body, /<form method="post">/);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    assert.equal(page.headers['referrer-policy'], 'no-referrer');
    assert.equal(await isSubscribed(), true);

    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const clicked = await world.app.inject({
      method: 'POST',
      url: path,
      headers: form,
      payload: 'List-Unsubscribe=One-Click',
    });
    assert.deepEqual([clicked.statusCode, clicked.json().data.unsubscribed], [200, true]);
    assert.equal(await isSubscribed(), false);
    const parts = { 'content-type': 'multipart/form-data; boundary=x' };
    const again = await world.app.inject({ method: 'POST', url: path, headers: parts, payload: '--x--' });
    assert.equal(again.statusCode, 200);
    for (const guess of ['x', 'A'.repeat(43), '%00', 'a'.repeat(400)]) {
      const { status, body } = await world.anonymous.post(`/api/unsubscribe/${guess}`);
      assert.ok(status === 404 || status === 400, body);
    }
    await sweepMails(world.db, world.clock.now() + 181 * dayMs);
    assert.equal((await world.anonymous.get(path)).status, 404);
  });
});
