import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/config/index.ts';
import { DeliveryWorker } from '../../src/outbound-webhooks/index.ts';
import { dayMs } from '../../src/platform/clock.ts';
import { newLogger } from '../../src/platform/logger.ts';
import { newOutboundHttp } from '../../src/platform/outbound-http/index.ts';
import { onEveryEngine } from '../support/engines.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld, type World } from '../support/world.ts';

const production = { NODE_ENV: 'production', RATE_LIMIT: 'off' };
const listed = { ...production, WEBHOOK_PRIVATE_TARGETS: '127.0.0.0/8,inside.example' };

test('private receivers are refused in production and allowed elsewhere, unless WEBHOOK_EGRESS says otherwise', () => {
  const egressOf = (settings: Record<string, string>) => readConfig(settings).webhookEgress;
  assert.equal(egressOf({}), 'private');
  assert.equal(egressOf({ NODE_ENV: 'development' }), 'private');
  assert.equal(egressOf(production), 'public');
  assert.equal(egressOf({ ...production, WEBHOOK_EGRESS: 'private' }), 'private');
  assert.equal(egressOf({ WEBHOOK_EGRESS: 'public' }), 'public');
  assert.throws(() => readConfig({ WEBHOOK_PRIVATE_TARGETS: 'http://inside/' }), /WEBHOOK_PRIVATE_TARGETS/);
});

onEveryEngine('receivers in private networks', (engine) => {
  const register = async (world: World, url: string) => {
    const person = await world.person('Ada');
    const { status, body } = await person.post('/v1/webhooks', { url, events: ['ticket.created'] });
    return { person, status, id: body.data?.id as string };
  };

  test('in production a private receiver is refused, and a listed one is accepted', async (t) => {
    const [strict, open] = [await openWorld(engine, production), await openWorld(engine, listed)];
    t.after(() => Promise.all([strict.close(), open.close()]));
    for (const url of [
      'http://127.0.0.1/',
      'http://[::ffff:7f00:1]/',
      'http://2130706433/',
      'http://localhost/',
    ])
      assert.equal((await register(strict, url)).status, 400, url);
    assert.equal((await register(open, 'http://127.0.0.1/')).status, 201);
    for (const url of ['http://10.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/'])
      assert.equal((await register(open, url)).status, 400, url);
  });

  test('the answer of a private receiver is not shown, only its status', async (t) => {
    const world = await openWorld(engine, listed);
    const receiver = await openReceiver();
    receiver.answer((_, response) => void response.writeHead(418).end('a secret of the network'));
    const worker = newWorker(world, (hostname) => {
      assert.equal(hostname, 'inside.example');
      return ['127.0.0.1'];
    });
    t.after(async () => {
      await worker.stop();
      await receiver.close();
      await world.close();
    });
    acceptNames(world);
    for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'inside.example')]) {
      const { person, id } = await register(world, url);
      await person.post('/api/tickets', { title: 'A ticket' });
      await worker.settle();
      const [{ id: deliveryId }] = (await person.get(`/v1/webhooks/${id}/deliveries`)).body.data;
      const { body } = await person.get(`/v1/webhooks/${id}/deliveries/${deliveryId}`);
      const [attempt] = body.data.history;
      assert.deepEqual([attempt.status, 'responseBody' in attempt], [418, false], url);
      assert.doesNotMatch(JSON.stringify(body), /a secret of the network/);
    }
  });

  test('a public name that resolves to a private address at the next connection is refused', async (t) => {
    const world = await openWorld(engine, production);
    const receiver = await openReceiver();
    const worker = newWorker(world, () => ['127.0.0.1']);
    t.after(async () => {
      await worker.stop();
      await receiver.close();
      await world.close();
    });
    acceptNames(world);
    const { person, id } = await register(world, receiver.url.replace('127.0.0.1', 'rebinding.invalid'));
    await person.post('/api/tickets', { title: 'A ticket' });
    await worker.settle();
    const [delivery] = (await person.get(`/v1/webhooks/${id}/deliveries`)).body.data;
    assert.deepEqual([delivery.error, receiver.received.length], ['private_address', 0]);
  });
});

/** Registration accepts a name that does not resolve in time; this world asks no name server. The connection decides. */
const acceptNames = ({ context }: World) =>
  Object.assign(context.outbound.webhooks, { assertAllowed: async () => {} });

function newWorker({ db, clock, config, context }: World, resolve: (hostname: string) => string[]) {
  return new DeliveryWorker({
    db,
    clock,
    logger: newLogger('silent'),
    outbound: newOutboundHttp({
      egress: config.webhookEgress,
      privateTargets: context.webhookTargets,
      resolve: async (hostname) => resolve(hostname).map((address) => ({ address, family: 4 })),
    }),
    box: context.secretBox,
    schedule: [1_000],
    keptMs: dayMs,
  });
}
