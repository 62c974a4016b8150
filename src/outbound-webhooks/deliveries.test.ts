import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { verify } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { newCertificate } from '../../test/support/certificate.ts';
import { onEveryEngine } from '../../test/support/engines.ts';
import { type Hooks, openHooks } from '../../test/support/hooks.ts';
import type { Behaviour, Receiver } from '../../test/support/receiver.ts';
import type { Person } from '../../test/support/world.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../platform/clock.ts';
import { statement } from '../platform/db/index.ts';
import { deliveryTotalMs, leaseMs } from './webhook.ts';

const deactivate = statement<{ id: string }>('update users set active = 0 where id = :id');
const setRole = statement<{ id: string }>("update users set role = 'USER' where id = :id");
const secretsOf = statement<object, { secret: string; oldSecret: string | null }>(
  'select secret, old_secret as "oldSecret" from webhooks',
);
const countRows = statement<object, { deliveries: number; attempts: number; webhooks: number }>(`
  select (select count(*) from webhook_deliveries) as deliveries, (select count(*) from webhook_attempts) as attempts,
    (select count(*) from webhooks) as webhooks`);

onEveryEngine('deliveries', (engine) => {
  let hooks: Hooks;
  before(async () => {
    hooks = await openHooks(engine);
  });
  after(() => hooks.close());
  // Time goes on in the next test, and with it what this one left to be sent again.
  afterEach(() => hooks.answerAll(200));

  const settle = () => hooks.worker.settle();
  const advance = (ms: number) => hooks.world.clock.advance(ms);

  /** Somebody with a webhook of theirs. */
  async function subscriber(events = ['ticket.*'], more: object = {}) {
    const person = await hooks.world.person('Ada');
    const receiver = await hooks.receiver();
    const id = await subscribe(person, receiver.url, events, more);
    return { person, receiver, id };
  }

  async function subscribe(
    person: Person,
    url: string,
    events: string[],
    more: object = {},
  ): Promise<string> {
    const { status, body } = await person.post('/v1/webhooks', { url, events, secret: 'swordfish', ...more });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.id;
  }

  const ticket = async (person: Person, more: object = {}) =>
    (await person.post('/api/tickets', { title: 'A ticket', ...more })).body.data;
  const typesOf = ({ received }: Receiver) => received.map(({ json }) => json.type);
  const webhookOf = async (person: Person, id: string) => (await person.get(`/v1/webhooks/${id}`)).body.data;
  const listOf = async (person: Person, id: string, query = '') =>
    (await person.get(`/v1/webhooks/${id}/deliveries${query}`)).body.data;
  async function lastDelivery(person: Person, id: string) {
    const [last] = await listOf(person, id);
    return (await person.get(`/v1/webhooks/${id}/deliveries/${last.id}`)).body.data;
  }

  test('a delivery verifies with the libraries of others, and says what it is', async () => {
    const { person, receiver, id } = await subscriber();
    const made = await ticket(person);
    await settle();
    const [{ headers, body, json }] = receiver.received as [Receiver['received'][0]];
    // The clock of the world stands in November 2026; libraries that refuse old messages look at the real one.
    const now = Date.now;
    Date.now = hooks.world.clock.now;
    try {
      const plain = headers as Record<string, string>;
      new StandardWebhook('swordfish', { format: 'raw' }).verify(body.toString(), plain);
      new SvixWebhook('swordfish', { format: 'raw' }).verify(body.toString(), plain);
    } finally {
      Date.now = now;
    }
    const signature = headers['x-webhook-signature'] as string;
    assert.equal(await verify('swordfish', body.toString(), signature), true);
    assert.equal(headers['x-hub-signature-256'], signature);
    assert.deepEqual(Object.keys(json), ['id', 'type', 'timestamp', 'data']);
    assert.equal(json.type, 'ticket.created');
    assert.deepEqual([json.data.ticket.id, json.data.ticket.title], [made.id, 'A ticket']);
    assert.deepEqual(json.data.user, { id: person.id, name: 'Ada' });
    assert.equal(json.data.project, null);
    assert.equal(headers['webhook-id'], json.id);
    assert.equal(headers['x-webhook-event'], 'ticket.created');
    assert.equal(headers['x-webhook-attempt'], '1');
    const delivery = await lastDelivery(person, id);
    assert.equal(headers['x-webhook-delivery'], delivery.id);
    assert.deepEqual(
      [delivery.state, delivery.attempts, delivery.status, delivery.request.body],
      ['delivered', 1, 200, body.toString()],
    );
    const [attempt] = delivery.history;
    assert.equal(attempt.responseBody, 'ok');
    for (const [name, value] of Object.entries(attempt.requestHeaders))
      assert.equal(headers[name], value, name);
    const { lastDeliveryAt, failureCount } = await webhookOf(person, id);
    assert.deepEqual([lastDeliveryAt !== undefined, failureCount], [true, 0]);
  });

  test('what is covered is sent, once, and nothing else', async () => {
    const { person, receiver } = await subscriber(['ticket.status_changed', 'comment.*']);
    const { id } = await ticket(person);
    await person.put(`/api/tickets/${id}/status`, { status: 'done' });
    await person.put(`/api/tickets/${id}/status`, { status: 'done' });
    await person.post(`/api/tickets/${id}/comments`, { content: 'Words' });
    await settle();
    await settle();
    assert.deepEqual(typesOf(receiver).sort(), ['comment.created', 'ticket.status_changed']);
    const moved = receiver.received.find(({ json }) => json.type === 'ticket.status_changed');
    assert.deepEqual(moved?.json.data.changes.status, { from: 'backlog', to: 'done' });
  });

  test('every event that goes out can be received: of projects, members, comments and files too', async () => {
    const { person, receiver } = await subscriber(['*']);
    const ben = await hooks.world.person('Ben');
    const project = (await person.post('/api/projects', { name: 'All' })).body.data;
    await person.put(`/api/project/${project.id}`, { name: 'Everything' });
    await person.post(`/api/project/${project.id}/members`, { userId: ben.id, role: 'member' });
    await person.delete(`/api/project/${project.id}/members/${ben.id}`);
    const { id } = await ticket(person, { projectId: project.id, assigneeId: person.id });
    const comments = `/api/tickets/${id}/comments`;
    const comment = (await person.post(comments, { content: 'Words' })).body.data.id;
    await person.put(`${comments}/${comment}`, { content: 'Other words' });
    await person.delete(`${comments}/${comment}`);
    await person.delete(`/api/tickets/${id}`);
    await person.delete(`/api/project/${project.id}`);
    await settle();
    // Ten are under way at once, so they arrive in any order.
    assert.deepEqual(typesOf(receiver).sort(), [
      'comment.created',
      'comment.deleted',
      'comment.updated',
      'member.added',
      'member.removed',
      'project.created',
      'project.deleted',
      'project.updated',
      'ticket.assigned',
      'ticket.created',
      'ticket.deleted',
    ]);
    for (const { json } of receiver.received) assert.equal(json.data.user.id, person.id);
  });

  test('a subscription receives what its owner may see when it happens, and no more', async () => {
    const owner = await hooks.world.person('Owner');
    const { person: stranger, receiver: theirs } = await subscriber(['*']);
    const { person: member, receiver: hers } = await subscriber(['*']);
    const project = (await owner.post('/api/projects', { name: 'Secret' })).body.data;
    const members = `/api/project/${project.id}/members`;
    await ticket(owner, { projectId: project.id, title: 'Before' });
    await owner.post(members, { userId: member.id, role: 'viewer' });
    await ticket(owner, { projectId: project.id, title: 'During' });
    await settle();
    await owner.delete(`${members}/${member.id}`);
    await ticket(owner, { projectId: project.id, title: 'After' });
    await settle();
    assert.deepEqual(typesOf(hers).sort(), ['member.added', 'ticket.created']);
    const told = hers.received.find(({ json }) => json.type === 'ticket.created');
    assert.equal(told?.json.data.ticket.title, 'During');
    assert.deepEqual(typesOf(theirs), []);
    await ticket(owner, { projectId: project.id, title: 'Yours', assigneeId: stranger.id });
    await settle();
    assert.deepEqual(
      typesOf(theirs),
      ['ticket.created', 'ticket.assigned'],
      'who is assigned may see the ticket',
    );
  });

  test('what waits is not sent any more to somebody who lost access or was deactivated', async () => {
    const owner = await hooks.world.person('Owner');
    const { person, receiver, id } = await subscriber(['ticket.*']);
    const project = (await owner.post('/api/projects', { name: 'Shared' })).body.data;
    const members = `/api/project/${project.id}/members`;
    await owner.post(members, { userId: person.id, role: 'viewer' });
    await ticket(owner, { projectId: project.id });
    await owner.delete(`${members}/${person.id}`);
    await settle();
    assert.equal(receiver.received.length, 0);
    const [delivery] = await listOf(person, id);
    assert.deepEqual([delivery.state, delivery.error], ['cancelled', 'no_access']);

    await ticket(person);
    await hooks.world.db.transaction((tx) => tx.run(deactivate, { id: person.id }));
    await settle();
    assert.equal(receiver.received.length, 0);
  });

  test('what happened in a project that is deleted meanwhile still arrives', async () => {
    const { person, receiver } = await subscriber(['*']);
    const project = (await person.post('/api/projects', { name: 'Short-lived' })).body.data;
    await ticket(person, { projectId: project.id });
    await person.delete(`/api/project/${project.id}`);
    await settle();
    assert.deepEqual(typesOf(receiver).sort(), ['project.created', 'project.deleted', 'ticket.created']);
  });

  test('a project narrows a subscription; an administrator may have the whole instance', async () => {
    const admin = await hooks.world.person('Root', 'ADMIN');
    const ada = await hooks.world.person('Ada');
    const [narrow, wide, everything] = [
      await hooks.receiver(),
      await hooks.receiver(),
      await hooks.receiver(),
    ];
    const project = (await ada.post('/api/projects', { name: 'Narrow' })).body.data;
    await subscribe(ada, narrow.url, ['*'], { projectId: project.key });
    await subscribe(admin, wide.url, ['ticket.*']);
    const id = await subscribe(admin, everything.url, ['ticket.*'], { wholeInstance: true });
    await ticket(ada);
    await ticket(ada, { projectId: project.id });
    await settle();
    assert.deepEqual(
      narrow.received.map(({ json }) => json.data.project.id),
      [project.id],
    );
    assert.deepEqual([wide.received.length, everything.received.length], [0, 2]);
    await hooks.world.db.transaction((tx) => tx.run(setRole, { id: admin.id }));
    await ticket(ada);
    await settle();
    assert.equal(everything.received.length, 2, 'not after the role is gone');
    assert.equal((await webhookOf(admin, id)).wholeInstance, true);
  });

  test('the payload is that of the moment, at every attempt the same bytes and the same id', async () => {
    const { person, receiver } = await subscriber(['ticket.created']);
    receiver.answer(500);
    const { id } = await ticket(person, { title: 'As it was' });
    await settle();
    await person.put(`/api/tickets/${id}`, { title: 'As it is' });
    advance(5 * secondMs);
    receiver.answer(200);
    await settle();
    const [first, second] = receiver.received;
    assert.equal(first?.json.data.ticket.title, 'As it was');
    assert.deepEqual(second?.body, first?.body);
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
    assert.equal(second?.headers['x-webhook-delivery'], first?.headers['x-webhook-delivery']);
    assert.equal(second?.headers['x-webhook-attempt'], '2');
    assert.notEqual(second?.headers['webhook-timestamp'], first?.headers['webhook-timestamp']);
  });

  const answers: [
    what: string,
    behaviour: Behaviour | number,
    state: string,
    status: unknown,
    error: unknown,
  ][] = [
    ['200', 200, 'delivered', 200, undefined],
    ['204', 204, 'delivered', 204, undefined],
    ['a redirect', (_, r) => r.writeHead(301, { location: '/' }).end(), 'pending', 301, 'redirected'],
    ['404', 404, 'pending', 404, 'bad_status'],
    ['500', 500, 'pending', 500, 'bad_status'],
    ['a reset', (_, r) => r.socket?.resetAndDestroy(), 'pending', undefined, 'reset'],
    ['no HTTP', (_, r) => r.socket?.end('220 hello\r\n'), 'pending', undefined, 'not_http'],
  ];
  for (const [what, behaviour, state, status, error] of answers) {
    test(`a receiver that answers ${what}`, async () => {
      const { person, receiver, id } = await subscriber();
      receiver.answer(behaviour);
      await ticket(person);
      await settle();
      const delivery = await lastDelivery(person, id);
      assert.deepEqual([delivery.state, delivery.status, delivery.error], [state, status, error]);
      assert.equal(delivery.history.length, 1);
      assert.equal(receiver.received.length, 1);
      const { failureCount } = await webhookOf(person, id);
      assert.equal(failureCount, state === 'delivered' ? 0 : 1);
    });
  }

  test('receivers that hang or drip are given up after 15 seconds', async () => {
    const behaviours: Behaviour[] = [() => {}, (_, response) => void response.writeHead(200).write('d')];
    for (const behaviour of behaviours) {
      const { person, receiver, id } = await subscriber();
      receiver.answer(behaviour);
      await ticket(person);
      const settled = settle();
      await receiver.until(1);
      hooks.runOut(deliveryTotalMs);
      await settled;
      const { state, error } = await lastDelivery(person, id);
      assert.deepEqual([state, error], ['pending', 'timed_out']);
    }
  });

  test('of an endless answer the first 20,000 bytes are kept', async () => {
    const { person, receiver, id } = await subscriber();
    receiver.answer((_, response) => {
      const write = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', write);
      };
      write();
    });
    await ticket(person);
    await settle();
    const { state, history } = await lastDelivery(person, id);
    assert.equal(state, 'delivered');
    assert.equal(history[0].responseBody.length, 20_000);
  });

  test('an answer of any bytes can be looked at', async () => {
    const { person, receiver, id } = await subscriber();
    receiver.answer((_, response) => void response.end(Buffer.from([0, 255, 65, 0])));
    await ticket(person);
    await settle();
    assert.equal((await lastDelivery(person, id)).history[0].responseBody, '\uFFFD\uFFFDA\uFFFD');
  });

  test('a certificate that nobody trusts is not trusted', async () => {
    const person = await hooks.world.person('Ada');
    const receiver = await hooks.receiver(newCertificate());
    const id = await subscribe(person, receiver.url, ['*']);
    await ticket(person);
    await settle();
    assert.equal((await lastDelivery(person, id)).error, 'tls_failed');
    assert.equal(receiver.received.length, 0);
  });

  test('ten attempts in three days, then it has failed; recover and redeliver send it again', async () => {
    const { person, receiver, id } = await subscriber(['ticket.created']);
    receiver.answer(503);
    await ticket(person);
    const startedAt = hooks.world.clock.now();
    await settle();
    const waits = hooks.world.config.WEBHOOK_RETRY_SCHEDULE;
    for (const [index, waitMs] of waits.entries()) {
      advance(waitMs - 1);
      await settle();
      assert.equal(receiver.received.length, index + 1, 'not before its time');
      advance(1);
      await settle();
      assert.equal(receiver.received.length, index + 2);
    }
    advance(10 * dayMs);
    await settle();
    const delivery = await lastDelivery(person, id);
    assert.deepEqual([delivery.state, delivery.attempts, delivery.history.length], ['failed', 10, 10]);
    assert.deepEqual(
      delivery.history.map(({ number }: { number: number }) => number),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);

    receiver.answer(200);
    const since = new Date(startedAt).toISOString();
    const later = new Date(startedAt + 1).toISOString();
    assert.equal((await person.post(`/v1/webhooks/${id}/recover`, { since: later })).body.data.recovered, 0);
    assert.equal((await person.post(`/v1/webhooks/${id}/recover`, { since })).body.data.recovered, 1);
    await settle();
    assert.equal((await lastDelivery(person, id)).state, 'delivered');
    const again = await person.post(`/v1/webhooks/${id}/deliveries/${delivery.id}/redeliver`);
    assert.equal(again.body.data.state, 'pending');
    await settle();
    const { state, attempts, history } = await lastDelivery(person, id);
    assert.deepEqual([state, attempts, history.length], ['delivered', 12, 12]);
  });

  test('Retry-After is honoured, up to twice the step', async () => {
    const { person, receiver } = await subscriber();
    receiver.answer((_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end());
    await ticket(person);
    await settle();
    advance(10 * secondMs - 1);
    await settle();
    assert.equal(receiver.received.length, 1);
    advance(1);
    await settle();
    assert.equal(receiver.received.length, 2);
  });

  test('410 disables a webhook at once, and its owner hears of it', async () => {
    const { person, receiver, id } = await subscriber();
    const other = await hooks.receiver();
    await subscribe(person, other.url, ['webhook.disabled']);
    receiver.answer(410);
    await ticket(person);
    await settle();
    const webhook = await webhookOf(person, id);
    assert.deepEqual([webhook.active, webhook.disabledBecause], [false, 'gone']);
    assert.equal((await lastDelivery(person, id)).state, 'failed');
    await ticket(person);
    await settle();
    assert.equal(receiver.received.length, 1);
    assert.deepEqual(typesOf(other), ['webhook.disabled']);
    assert.deepEqual(
      [other.received[0]?.json.data.reason, other.received[0]?.json.data.webhook.id],
      ['gone', id],
    );
    for (const path of ['test', 'recover', 'replay']) {
      const { status } = await person.post(`/v1/webhooks/${id}/${path}`, { since: '2026-01-01' });
      assert.equal(status, 409, path);
    }
  });

  test('five days without a success disable a webhook; when it answers a ping again, it is active again', async () => {
    const { person, receiver, id } = await subscriber(['ticket.created']);
    const other = await hooks.receiver();
    await subscribe(person, other.url, ['webhook.*']);
    receiver.answer(500);
    await ticket(person);
    await settle();
    advance(5 * dayMs - minuteMs);
    await settle();
    assert.equal((await webhookOf(person, id)).active, true);
    advance(hourMs);
    await settle();
    const disabled = await webhookOf(person, id);
    assert.deepEqual([disabled.active, disabled.disabledBecause], [false, 'failing']);
    const before = receiver.received.length;
    await hooks.worker.tick();
    assert.equal(receiver.received.length, before, 'not at once');
    advance(hourMs);
    await hooks.worker.tick();
    await hooks.worker.tick();
    assert.equal(receiver.received.length, before + 1, 'once an hour');
    receiver.answer(200);
    advance(hourMs);
    await hooks.worker.tick();
    assert.equal(receiver.received.at(-1)?.json.type, 'webhook.test');
    const healed = await webhookOf(person, id);
    assert.deepEqual([healed.active, healed.failureCount, healed.disabledBecause], [true, 0, undefined]);
    await ticket(person);
    await settle();
    assert.equal(receiver.received.at(-1)?.json.type, 'ticket.created');
    assert.deepEqual(typesOf(other).sort(), ['webhook.disabled', 'webhook.enabled']);
  });

  test('at most ten are under way to a receiver, of which five are repeats, and nobody else waits for them', async () => {
    const { person, receiver, id } = await subscriber(['ticket.created']);
    const quick = await hooks.receiver();
    await subscribe(person, quick.url, ['ticket.created']);
    receiver.answer(500);
    for (let i = 0; i < 9; i++) await ticket(person);
    await settle();
    advance(5 * secondMs);
    receiver.answer(() => {});
    for (let i = 0; i < 12; i++) await ticket(person);
    const settled = settle();
    await receiver.until(9 + 10);
    await quick.until(9 + 12);
    const underWay = receiver.received.slice(9).map(({ headers }) => headers['x-webhook-attempt']);
    assert.equal(underWay.length, 10);
    assert.ok(underWay.filter((attempt) => attempt !== '1').length <= 5);
    receiver.answer(200);
    hooks.runOut(deliveryTotalMs);
    await settled;
    advance(30 * secondMs);
    await settle();
    const states = (await listOf(person, id, '?limit=100')).map(({ state }: { state: string }) => state);
    assert.deepEqual(
      states,
      states.map(() => 'delivered'),
    );
    assert.equal(states.length, 21);
  });

  test('first attempts are not kept waiting by many repeats', async () => {
    const { person, receiver } = await subscriber(['ticket.created']);
    receiver.answer(500);
    for (let i = 0; i < 8; i++) await ticket(person);
    await settle();
    advance(5 * secondMs);
    receiver.answer(() => {});
    const settled = settle();
    await receiver.until(8 + 5);
    await ticket(person, { title: 'The newest' });
    const again = settle();
    await receiver.until(8 + 5 + 1);
    assert.equal(receiver.received.at(-1)?.json.data.ticket.title, 'The newest');
    receiver.answer(200);
    hooks.runOut(deliveryTotalMs);
    await Promise.all([settled, again]);
    advance(minuteMs);
    await settle();
  });

  test('two workers share the work, and nothing is sent twice', async () => {
    const other = hooks.anotherWorker();
    const subscribers = await Promise.all([subscriber(), subscriber(), subscriber(), subscriber()]);
    for (const { person } of subscribers) for (let i = 0; i < 15; i++) await ticket(person);
    await Promise.all([settle(), other.settle()]);
    // Who held a webhook when the other asked has done its part.
    await Promise.all([settle(), other.settle()]);
    for (const { receiver } of subscribers) {
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      assert.equal(ids.length, 15);
      assert.equal(new Set(ids).size, 15);
    }
    await other.stop();
  });

  test('what a dead worker held is sent by another when the lease is over, and not before', async () => {
    const { person, receiver } = await subscriber();
    receiver.answer(() => {});
    await ticket(person);
    const dying = hooks.anotherWorker();
    const settled = dying.settle();
    await receiver.until(1);
    await settle();
    advance(leaseMs - 1);
    await settle();
    assert.equal(receiver.received.length, 1, 'while the lease is alive');
    receiver.answer(200);
    advance(1);
    await settle();
    assert.equal(receiver.received.length, 2);
    const [first, second] = receiver.received;
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
    assert.deepEqual(second?.body, first?.body);
    // It was not dead after all: what it has to say comes too late, and changes nothing.
    hooks.runOut(deliveryTotalMs);
    await settled;
    await settle();
    assert.equal(receiver.received.length, 2);
    await dying.stop();
  });

  test('a clock that jumps ahead sends nothing twice, and one that jumps back keeps nothing waiting', async () => {
    const { person, receiver, id } = await subscriber();
    receiver.answer(() => {});
    await ticket(person);
    const settled = settle();
    await receiver.until(1);
    advance(30 * dayMs);
    const again = settle();
    await person.get('/v1/webhooks');
    receiver.answer(500);
    hooks.runOut(deliveryTotalMs);
    await Promise.all([settled, again]);
    assert.equal(receiver.received.length, 1);
    advance(-40 * dayMs);
    receiver.answer(200);
    await settle();
    await settle();
    assert.equal(receiver.received.length, 2);
    assert.equal((await lastDelivery(person, id)).state, 'delivered');
    advance(10 * dayMs);
  });

  test('an old secret signs beside the new one for a day', async () => {
    const { person, receiver, id } = await subscriber();
    const rotated = await person.post(`/v1/webhooks/${id}/rotate-secret`);
    assert.match(rotated.body.data.secret, /^whsec_/);
    await ticket(person);
    await settle();
    advance(dayMs);
    await ticket(person);
    await settle();
    const [during, later] = receiver.received.map(({ headers }) =>
      String(headers['webhook-signature']).split(' '),
    );
    assert.deepEqual([during?.length, later?.length], [2, 1]);
    const [one, two] = receiver.received;
    const now = Date.now;
    try {
      for (const [received, secret] of [
        [one, rotated.body.data.secret],
        [two, rotated.body.data.secret],
      ] as const) {
        Date.now = () => Number(received?.headers['webhook-timestamp']) * 1000;
        const headers = received?.headers as Record<string, string>;
        new StandardWebhook(secret).verify(String(received?.body), headers);
      }
      Date.now = () => Number(one?.headers['webhook-timestamp']) * 1000;
      const old = new StandardWebhook('swordfish', { format: 'raw' });
      old.verify(String(one?.body), one?.headers as Record<string, string>);
    } finally {
      Date.now = now;
    }
  });

  test('secrets stand nowhere as they are', async () => {
    const { person, id } = await subscriber();
    await person.post(`/v1/webhooks/${id}/rotate-secret`, { secret: 'another swordfish' });
    for (const { secret, oldSecret } of await hooks.world.db.reads.list(secretsOf, {})) {
      assert.match(secret, /^v1\.[0-9a-f]{12}\.[\w-]+$/);
      if (oldSecret !== null) assert.match(oldSecret, /^v1\.[0-9a-f]{12}\.[\w-]+$/);
    }
    const answers = await Promise.all([
      person.get('/v1/webhooks'),
      person.get(`/v1/webhooks/${id}`),
      person.put(`/v1/webhooks/${id}`, { description: 'x' }),
    ]);
    assert.doesNotMatch(JSON.stringify(answers), /swordfish|"secret"/);
    assert.doesNotMatch(JSON.stringify(await hooks.world.events()), /swordfish/);
  });

  test('past events are replayed to a new webhook: counted first, then sent, once', async () => {
    const person = await hooks.world.person('Ada');
    const since = new Date(hooks.world.clock.now()).toISOString();
    for (let i = 0; i < 3; i++) await ticket(person, { title: `Ticket ${i}` });
    await person.post('/api/projects', { name: 'Not covered' });
    advance(1000);
    const until = new Date(hooks.world.clock.now()).toISOString();
    advance(1000);
    await ticket(person, { title: 'Later' });
    const receiver = await hooks.receiver();
    const id = await subscribe(person, receiver.url, ['ticket.*']);
    const replay = async (body: object) => (await person.post(`/v1/webhooks/${id}/replay`, body)).body.data;
    assert.deepEqual(await replay({ since, dryRun: true }), { matched: 4, dryRun: true });
    assert.deepEqual(await replay({ since, until, dryRun: true }), { matched: 3, dryRun: true });
    assert.deepEqual(await replay({ since, until, events: ['project.*'], dryRun: true }), {
      matched: 1,
      dryRun: true,
    });
    await settle();
    assert.equal(receiver.received.length, 0);
    assert.deepEqual(await replay({ since, until }), { matched: 3, dryRun: false });
    assert.deepEqual(await replay({ since, until }), { matched: 3, dryRun: false });
    await settle();
    assert.deepEqual(receiver.received.map(({ json }) => json.data.ticket.title).sort(), [
      'Ticket 0',
      'Ticket 1',
      'Ticket 2',
    ]);
    const stranger = await hooks.world.person('Eve');
    const theirs = await hooks.receiver();
    const foreign = await subscribe(stranger, theirs.url, ['*']);
    const seen = await stranger.post(`/v1/webhooks/${foreign}/replay`, { since, dryRun: true });
    assert.equal(seen.body.data.matched, 0, 'what one may not see is not replayed');
  });

  test('a test is sent to that webhook alone', async () => {
    const { person, receiver, id } = await subscriber();
    const other = await hooks.receiver();
    await subscribe(person, other.url, ['*']);
    const { status, body } = await person.post(`/v1/webhooks/${id}/test`);
    assert.deepEqual([status, body.data.event, body.data.state], [201, 'webhook.test', 'pending']);
    await settle();
    assert.deepEqual([typesOf(receiver), typesOf(other)], [['webhook.test'], []]);
    assert.equal(receiver.received[0]?.headers['x-webhook-delivery'], body.data.id);
  });

  test('a deleted or disabled webhook gets nothing more, not even what was waiting', async () => {
    const { person, receiver, id } = await subscriber();
    await ticket(person);
    await person.patch(`/v1/webhooks/${id}`, { active: false });
    await ticket(person);
    await settle();
    assert.equal(receiver.received.length, 0);
    await person.patch(`/v1/webhooks/${id}`, { active: true });
    await settle();
    assert.equal(receiver.received.length, 1, 'what waited is sent when it is active again');
    await ticket(person);
    await person.delete(`/v1/webhooks/${id}`);
    await settle();
    assert.equal(receiver.received.length, 1);
  });

  test('deliveries are kept for 30 days, then they go, with deleted webhooks', async () => {
    const { person, id, receiver } = await subscriber();
    receiver.answer(500);
    for (let i = 0; i < 5; i++) await ticket(person);
    await settle();
    advance(minuteMs);
    receiver.answer(200);
    await settle();
    advance(30 * dayMs - hourMs);
    await ticket(person);
    await settle();
    await hooks.worker.tick();
    assert.equal((await listOf(person, id)).length, 6);
    advance(2 * hourMs);
    await hooks.worker.tick();
    assert.equal((await listOf(person, id)).length, 1);
    const before = await hooks.world.db.reads.find(countRows, {});
    await person.delete(`/v1/webhooks/${id}`);
    advance(hourMs);
    await hooks.worker.tick();
    const now = await hooks.world.db.reads.find(countRows, {});
    assert.equal(now?.webhooks, (before?.webhooks ?? 0) - 1);
    assert.equal(now?.deliveries, (before?.deliveries ?? 0) - 1);
  });
});
