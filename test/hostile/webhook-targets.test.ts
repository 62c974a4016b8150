import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DeliveryWorker, newWebhookTargetSource } from '../../src/outbound-webhooks/index.ts';
import { dayMs } from '../../src/platform/clock.ts';
import { newLogger } from '../../src/platform/logger.ts';
import { newOutboundHttp } from '../../src/platform/outbound-http/index.ts';
import { onEveryEngine } from '../support/engines.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

const production = { NODE_ENV: 'production', RATE_LIMIT: 'off' };
const list = '/api/admin/webhook-targets';

interface Entry {
  action: string;
  actor: { id: string };
  subject: { name: string };
  details: object;
}

onEveryEngine('private targets that administrators list', (engine) => {
  const open = async (t: TestContext, settings = {}) => {
    const world = await openWorld(engine, { ...production, ...settings });
    const closings = [() => world.close()];
    t.after(async () => {
      for (const close of closings.toReversed()) await close();
    });
    return { world, closings, root: await world.person('Root', 'ADMIN'), ada: await world.person('Ada') };
  };
  const register = async (person: Person, url: string) =>
    (await person.post('/v1/webhooks', { url, events: ['ticket.created'] })).status;

  test('only a signed-in administrator reads and changes the list, and each change is recorded', async (t) => {
    const { world, root, ada } = await open(t, { WEBHOOK_PRIVATE_TARGETS: '10.9.0.0/16' });
    const { key } = (await root.post('/api/user/api-keys', { name: 'k', scopes: ['write'] })).body.data;
    const bearer = { authorization: `Bearer ${key}` };
    const added = await root.post(list, { target: 'CI.internal:8080', note: ' Builds ' });
    assert.deepEqual(
      [added.status, added.body.data.target, added.body.data.note, added.body.data.addedBy.id],
      [201, 'ci.internal:8080', 'Builds', root.id],
    );
    const { id } = added.body.data;
    for (const [caller, status] of [
      [ada, 403],
      [world.anonymous, 401],
      [await world.person('Vera', 'VIEWER'), 403],
    ] as const) {
      assert.equal((await caller.get(list)).status, status);
      assert.equal((await caller.post(list, { target: '10.0.0.1' })).status, status);
      assert.equal((await caller.post(list, {})).status, status);
      assert.equal((await caller.delete(`${list}/${id}`)).status, status);
    }
    assert.equal((await world.anonymous.post(list, { target: '10.0.0.1' }, bearer)).status, 403);
    assert.equal((await world.anonymous.delete(`${list}/${id}`, bearer)).status, 403);
    assert.equal((await root.post(list, { target: 'ci.internal:8080' })).status, 409);
    const { body } = await root.get(list);
    assert.deepEqual(
      [
        body.data.egress,
        body.data.environment,
        body.data.targets.map(({ target }: { target: string }) => target),
      ],
      ['public', ['10.9.0.0/16'], ['ci.internal:8080']],
    );
    world.clock.advance(1);
    assert.equal((await root.delete(`${list}/${id}`)).status, 200);
    assert.equal((await root.delete(`${list}/${id}`)).status, 404);
    assert.deepEqual((await root.get(list)).body.data.targets, []);

    const entries = (await root.get(`/api/admin/audit?subject=${id}`)).body.data;
    assert.deepEqual(
      entries.map(({ action, actor, subject, details }: Entry) => [action, actor.id, subject.name, details]),
      [
        ['webhook_target.removed', root.id, 'ci.internal:8080', {}],
        ['webhook_target.added', root.id, 'ci.internal:8080', { note: 'Builds' }],
      ],
    );
    const events = (await world.events()).filter(({ type }) => type.startsWith('webhook_target.'));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['webhook_target.added', 'webhook_target.removed'],
    );
  });

  test('everything, public, link-local and metadata addresses are refused with the reason', async (t) => {
    const { root } = await open(t);
    for (const target of [
      '0.0.0.0/0',
      '::/0',
      '*',
      '*.com',
      '8.8.8.8',
      '169.254.169.254',
      '169.254.0.0/16',
      '100.100.100.200',
    ]) {
      const { status, body } = await root.post(list, { target });
      assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR'], target);
      assert.match(body.error.details.target[0], /^Target must/, target);
    }
    assert.deepEqual((await root.get(list)).body.data.targets, []);
  });

  test('the list has at most 100 targets, also for parallel requests', async (t) => {
    const { root } = await open(t);
    const add = (index: number) => root.post(list, { target: `10.0.0.${index}` });
    for (let index = 0; index < 98; index++) assert.equal((await add(index)).status, 201);
    const statuses = await Promise.all(
      [200, 201, 202, 203, 204].map(async (index) => (await add(index)).status),
    );
    assert.deepEqual(statuses.toSorted(), [201, 201, 400, 400, 400]);
  });

  test('a listed target can be registered at once, a removed one no longer', async (t) => {
    const { world, root, ada } = await open(t);
    assert.equal(await register(ada, 'http://127.0.0.1:8080/'), 400);
    const { id } = (await root.post(list, { target: '127.0.0.1:8080' })).body.data;
    assert.equal(await register(ada, 'http://127.0.0.1:8080/'), 201);
    for (const url of ['http://127.0.0.1/', 'http://127.0.0.2:8080/', 'http://[::1]:8080/'])
      assert.equal(await register(ada, url), 400, url);
    // The list of webhooks does not open private code hosts, whose answers members read.
    await assert.rejects(world.context.outbound.public.assertAllowed(new URL('http://127.0.0.1:8080/')));
    await root.delete(`${list}/${id}`);
    assert.equal(await register(ada, 'http://127.0.0.1:8080/'), 400);
  });

  test('another process follows the list within a second, with one read for many deliveries', async (t) => {
    const { world, root } = await open(t);
    let reads = 0;
    const counted = {
      reads: {
        list: (...given: Parameters<typeof world.db.reads.list>) => {
          reads++;
          return world.db.reads.list(...given);
        },
      },
    } as never;
    const other = newWebhookTargetSource({
      ...world,
      db: counted,
      logger: newLogger('silent'),
      fixed: ['::1'],
    });
    const refreshMany = () => Promise.all(Array.from({ length: 50 }, () => other.refresh()));
    await refreshMany();
    const { id } = (await root.post(list, { target: '10.0.0.0/8' })).body.data;
    world.clock.advance(999);
    await refreshMany();
    assert.deepEqual([other.current, reads], [['::1'], 1]);
    world.clock.advance(1);
    await refreshMany();
    assert.deepEqual([other.current, reads], [['::1', '10.0.0.0/8'], 2]);
    const unchanged = other.current;
    world.clock.advance(1_000);
    await refreshMany();
    assert.equal(other.current, unchanged, 'the same array while nothing changes');
    await root.delete(`${list}/${id}`);
    world.clock.advance(-3_600_000);
    await refreshMany();
    assert.deepEqual(other.current, ['::1'], 'a clock that was set back keeps nothing alive');
  });

  test('deliveries reach a target while it is listed, hide its answer, and use no connection left open', async (t) => {
    const { world, closings, root, ada } = await open(t);
    const receiver = await openReceiver();
    receiver.answer((_, response) => void response.writeHead(418).end('a secret of the network'));
    const resolved: string[] = [];
    const worker = newWorker(world, (hostname) => {
      resolved.push(hostname);
      return hostname === 'metadata.example' ? ['169.254.169.254'] : ['127.0.0.1'];
    });
    closings.push(
      () => receiver.close(),
      () => worker.stop(),
    );
    // Registration accepts a name that does not resolve in time; this world asks no name server.
    Object.assign(world.context.outbound.webhooks, { assertAllowed: async () => {} });
    const url = new URL(receiver.url);
    url.hostname = 'inside.example';
    const { id } = (await ada.post('/v1/webhooks', { url: url.href, events: ['ticket.created'] })).body.data;
    const attempt = async () => {
      await ada.post('/api/tickets', { title: 'A ticket' });
      await worker.settle();
      const [{ id: deliveryId }] = (await ada.get(`/v1/webhooks/${id}/deliveries`)).body.data;
      const { body } = await ada.get(`/v1/webhooks/${id}/deliveries/${deliveryId}`);
      assert.doesNotMatch(JSON.stringify(body), /a secret of the network/);
      return body.data.history.at(-1);
    };
    const add = async (target: string) => (await root.post(list, { target })).body.data.id;

    assert.equal((await attempt()).error, 'private_address');
    const otherPort = await add('inside.example:9');
    const metadata = await add('metadata.example');
    assert.equal((await attempt()).error, 'private_address');
    assert.equal(receiver.received.length, 0);

    const entry = await add(`inside.example:${url.port}`);
    assert.equal((await attempt()).status, 418);
    const lookUps = resolved.length;
    assert.equal((await attempt()).status, 418);
    assert.deepEqual([receiver.received.length, resolved.length], [2, lookUps], 'the connection is kept');

    for (const one of [entry, otherPort, metadata]) await root.delete(`${list}/${one}`);
    assert.equal((await attempt()).error, 'private_address');
    assert.equal(receiver.received.length, 2);
  });

  test('a listed name that resolves to a metadata service is refused at the connection', async (t) => {
    const { world, closings, root, ada } = await open(t);
    const worker = newWorker(world, () => ['169.254.169.254', '::ffff:a9fe:a9fe', 'fd00:ec2::254']);
    closings.push(() => worker.stop());
    Object.assign(world.context.outbound.webhooks, { assertAllowed: async () => {} });
    await root.post(list, { target: 'metadata.internal' });
    await root.post(list, { target: 'fc00::/7' });
    const webhook = { url: 'http://metadata.internal/latest', events: ['ticket.created'] };
    const { id } = (await ada.post('/v1/webhooks', webhook)).body.data;
    await ada.post('/api/tickets', { title: 'A ticket' });
    await worker.settle();
    const [delivery] = (await ada.get(`/v1/webhooks/${id}/deliveries`)).body.data;
    assert.equal(delivery.error, 'private_address');
  });
});

function newWorker({ db, clock, config, context }: World, resolve: (hostname: string) => string[]) {
  return new DeliveryWorker({
    db,
    clock,
    logger: newLogger('silent'),
    outbound: newOutboundHttp({
      egress: config.webhookEgress,
      privateTargets: context.webhookTargets,
      resolve: async (hostname) =>
        resolve(hostname).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    }),
    box: context.secretBox,
    schedule: [1_000],
    keptMs: dayMs,
  });
}
