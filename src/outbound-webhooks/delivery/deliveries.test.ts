import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { verify } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { newCertificate } from '../../../test/support/certificate.ts';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { type Hooks, openHooks } from '../../../test/support/hooks.ts';
import type { Behaviour, Receiver } from '../../../test/support/receiver.ts';
import type { Person } from '../../../test/support/world.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../platform/clock.ts';
import { statement } from '../../platform/db/index.ts';
import { deliveryTimeoutMs, leaseMs } from '../webhook.ts';

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
  // The next test advances the clock, which makes retries of this one due.
  afterEach(() => hooks.answerAll(200));

  const settle = () => hooks.worker.settle();
  const advance = (ms: number) => hooks.world.clock.advance(ms);

  /** A person with a webhook and its receiver. */
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

  test('a delivery carries its event, and its signatures verify with three public libraries', async () => {
    const { person, receiver, id } = await subscriber();
    const made = await ticket(person);
    await settle();
    const [{ headers, body, json }] = receiver.received as [Receiver['received'][0]];
    // The libraries refuse old messages by the system clock, which the world's clock replaces.
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

  test('a webhook receives each event that it subscribes to once, and no other event', async () => {
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

  test('a subscription to * receives the events of projects, members, comments and tickets', async () => {
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
    // Ten are in flight at a time, so they arrive in any order.
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

  test('a webhook receives only events that its owner may see when they happen', async () => {
    const owner = await hooks.world.person('Owner');
    const { person: outsider, receiver: outsiderReceiver } = await subscriber(['*']);
    const { person: member, receiver: memberReceiver } = await subscriber(['*']);
    const project = (await owner.post('/api/projects', { name: 'Secret' })).body.data;
    const members = `/api/project/${project.id}/members`;
    await ticket(owner, { projectId: project.id, title: 'Before' });
    await owner.post(members, { userId: member.id, role: 'viewer' });
    await ticket(owner, { projectId: project.id, title: 'During' });
    await settle();
    await owner.delete(`${members}/${member.id}`);
    await ticket(owner, { projectId: project.id, title: 'After' });
    await settle();
    assert.deepEqual(typesOf(memberReceiver).sort(), ['member.added', 'ticket.created']);
    const received = memberReceiver.received.find(({ json }) => json.type === 'ticket.created');
    assert.equal(received?.json.data.ticket.title, 'During');
    assert.deepEqual(typesOf(outsiderReceiver), []);
    await ticket(owner, { projectId: project.id, title: 'Yours', assigneeId: outsider.id });
    await settle();
    assert.deepEqual(
      typesOf(outsiderReceiver),
      ['ticket.created', 'ticket.assigned'],
      'an assignee may see the ticket',
    );
  });

  test('a pending delivery is cancelled when the owner loses access or is deactivated', async () => {
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

  test('pending events of a project are still delivered after the project is deleted', async () => {
    const { person, receiver } = await subscriber(['*']);
    const project = (await person.post('/api/projects', { name: 'Short-lived' })).body.data;
    await ticket(person, { projectId: project.id });
    await person.delete(`/api/project/${project.id}`);
    await settle();
    assert.deepEqual(typesOf(receiver).sort(), ['project.created', 'project.deleted', 'ticket.created']);
  });

  test('projectId limits a webhook to one project, and wholeInstance works only for administrators', async () => {
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
    assert.equal(everything.received.length, 2, 'not after the role is taken away');
    assert.equal((await webhookOf(admin, id)).wholeInstance, true);
  });

  test('every attempt sends the same bytes and ids, even if the ticket has changed since', async () => {
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
    test(`a delivery is ${state} after the receiver answers ${what}`, async () => {
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

  test('a delivery times out after 15 seconds if the receiver hangs or never ends its answer', async () => {
    const behaviours: Behaviour[] = [() => {}, (_, response) => void response.writeHead(200).write('d')];
    for (const behaviour of behaviours) {
      const { person, receiver, id } = await subscriber();
      receiver.answer(behaviour);
      await ticket(person);
      const settled = settle();
      await receiver.until(1);
      hooks.fireTimeouts(deliveryTimeoutMs);
      await settled;
      const { state, error } = await lastDelivery(person, id);
      assert.deepEqual([state, error], ['pending', 'timed_out']);
    }
  });

  test('the first 20,000 bytes of an endless answer are stored', async () => {
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

  test('an answer that is not valid text is stored with replacement characters', async () => {
    const { person, receiver, id } = await subscriber();
    receiver.answer((_, response) => void response.end(Buffer.from([0, 255, 65, 0])));
    await ticket(person);
    await settle();
    assert.equal((await lastDelivery(person, id)).history[0].responseBody, '\uFFFD\uFFFDA\uFFFD');
  });

  test('a delivery to a receiver with an untrusted certificate fails with tls_failed', async () => {
    const person = await hooks.world.person('Ada');
    const receiver = await hooks.receiver(newCertificate());
    const id = await subscribe(person, receiver.url, ['*']);
    await ticket(person);
    await settle();
    assert.equal((await lastDelivery(person, id)).error, 'tls_failed');
    assert.equal(receiver.received.length, 0);
  });

  test('a delivery fails after ten attempts in three days; recover and redeliver send it again', async () => {
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

  test('Retry-After delays the next attempt up to twice the scheduled wait', async () => {
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

  test('a 410 answer disables the webhook and notifies the owner over their other webhooks', async () => {
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

  test('a webhook without a success for five days is disabled, and enabled again when it answers a probe', async () => {
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
    const enabled = await webhookOf(person, id);
    assert.deepEqual([enabled.active, enabled.failureCount, enabled.disabledBecause], [true, 0, undefined]);
    await ticket(person);
    await settle();
    assert.equal(receiver.received.at(-1)?.json.type, 'ticket.created');
    assert.deepEqual(typesOf(other).sort(), ['webhook.disabled', 'webhook.enabled']);
  });

  test('at most ten deliveries per webhook are in flight, five of them retries, and other webhooks do not wait', async () => {
    const { person, receiver, id } = await subscriber(['ticket.created']);
    const fast = await hooks.receiver();
    await subscribe(person, fast.url, ['ticket.created']);
    receiver.answer(500);
    for (let i = 0; i < 9; i++) await ticket(person);
    await settle();
    advance(5 * secondMs);
    receiver.answer(() => {});
    for (let i = 0; i < 12; i++) await ticket(person);
    const settled = settle();
    await receiver.until(9 + 10);
    await fast.until(9 + 12);
    const inFlight = receiver.received.slice(9).map(({ headers }) => headers['x-webhook-attempt']);
    assert.equal(inFlight.length, 10);
    assert.ok(inFlight.filter((attempt) => attempt !== '1').length <= 5);
    receiver.answer(200);
    hooks.fireTimeouts(deliveryTimeoutMs);
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

  test('a first attempt does not wait for retries in flight', async () => {
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
    hooks.fireTimeouts(deliveryTimeoutMs);
    await Promise.all([settled, again]);
    advance(minuteMs);
    await settle();
  });

  test('two workers share the webhooks and send nothing twice', async () => {
    const other = hooks.anotherWorker();
    const subscribers = await Promise.all([subscriber(), subscriber(), subscriber(), subscriber()]);
    for (const { person } of subscribers) for (let i = 0; i < 15; i++) await ticket(person);
    await Promise.all([settle(), other.settle()]);
    // A webhook that one worker held when the other looked may have got new deliveries since.
    await Promise.all([settle(), other.settle()]);
    for (const { receiver } of subscribers) {
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      assert.equal(ids.length, 15);
      assert.equal(new Set(ids).size, 15);
    }
    await other.stop();
  });

  test('deliveries of a dead worker are sent by another one after the lease ends, not before', async () => {
    const { person, receiver } = await subscriber();
    receiver.answer(() => {});
    await ticket(person);
    const dying = hooks.anotherWorker();
    const settled = dying.settle();
    await receiver.until(1);
    await settle();
    advance(leaseMs - 1);
    await settle();
    assert.equal(receiver.received.length, 1, 'while the lease is valid');
    receiver.answer(200);
    advance(1);
    await settle();
    assert.equal(receiver.received.length, 2);
    const [first, second] = receiver.received;
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
    assert.deepEqual(second?.body, first?.body);
    // The first worker was only slow: its late result changes nothing.
    hooks.fireTimeouts(deliveryTimeoutMs);
    await settled;
    await settle();
    assert.equal(receiver.received.length, 2);
    await dying.stop();
  });

  test('a clock that jumps ahead causes no duplicate, and one that jumps back delays no retry', async () => {
    const { person, receiver, id } = await subscriber();
    receiver.answer(() => {});
    await ticket(person);
    const settled = settle();
    await receiver.until(1);
    advance(30 * dayMs);
    const again = settle();
    await person.get('/v1/webhooks');
    receiver.answer(500);
    hooks.fireTimeouts(deliveryTimeoutMs);
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

  test('deliveries are also signed with the old secret for 24 hours after a rotation', async () => {
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

  test('secrets are stored encrypted and appear in no response or event', async () => {
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

  test('replay counts past events in a dry run, then sends each once', async () => {
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
    const eve = await hooks.world.person('Eve');
    const { url } = await hooks.receiver();
    const foreign = await subscribe(eve, url, ['*']);
    const seen = await eve.post(`/v1/webhooks/${foreign}/replay`, { since, dryRun: true });
    assert.equal(seen.body.data.matched, 0, 'events that the owner may not see are not replayed');
  });

  test('a test event is sent to the tested webhook alone', async () => {
    const { person, receiver, id } = await subscriber();
    const other = await hooks.receiver();
    await subscribe(person, other.url, ['*']);
    const { status, body } = await person.post(`/v1/webhooks/${id}/test`);
    assert.deepEqual([status, body.data.event, body.data.state], [201, 'webhook.test', 'pending']);
    await settle();
    assert.deepEqual([typesOf(receiver), typesOf(other)], [['webhook.test'], []]);
    assert.equal(receiver.received[0]?.headers['x-webhook-delivery'], body.data.id);
  });

  test('a disabled or deleted webhook receives nothing, pending deliveries included', async () => {
    const { person, receiver, id } = await subscriber();
    await ticket(person);
    await person.patch(`/v1/webhooks/${id}`, { active: false });
    await ticket(person);
    await settle();
    assert.equal(receiver.received.length, 0);
    await person.patch(`/v1/webhooks/${id}`, { active: true });
    await settle();
    assert.equal(
      receiver.received.length,
      1,
      'the pending delivery is sent when the webhook is enabled again',
    );
    await ticket(person);
    await person.delete(`/v1/webhooks/${id}`);
    await settle();
    assert.equal(receiver.received.length, 1);
  });

  test('deliveries are deleted after 30 days, and deleted webhooks with theirs', async () => {
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
