import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { leaseMs, leaseRenewBelowMs } from '../webhook.ts';
import { WebhookLeases } from './webhook-leases.ts';

onEveryEngine('leases of webhooks', (engine) => {
  let world: World;
  let leases: WebhookLeases;
  let many: string[];
  let one: string;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    const webhook = async (person: Person) =>
      (await person.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['ticket.created'] })).body
        .data.id as string;
    const [busy, other] = [await world.person('Busy'), await world.person('Other')];
    many = [await webhook(busy), await webhook(busy), await webhook(busy)];
    one = await webhook(other);
    for (const person of [busy, other]) await person.post('/api/tickets', { title: 'A ticket' });
    leases = new WebhookLeases('this process', 4);
  });
  after(() => world.close());

  async function acquireDue(): Promise<string[]> {
    const now = world.clock.now();
    const ids = await leases.findDue(world.db.reads, now);
    if (ids.length > 0)
      leases.acquired(await world.db.transaction((tx) => leases.acquire(tx, ids, now)), now);
    return ids;
  }

  test('the first webhook of each owner is leased before the second of any', async () => {
    assert.deepEqual(await acquireDue(), [many[0], one]);
    assert.deepEqual(await acquireDue(), []);
  });

  test('a lease gives way to the webhook of the same owner that has waited longest', async () => {
    world.clock.advance(leaseMs - leaseRenewBelowMs + 1);
    assert.deepEqual(
      leases.listRenewals(world.clock.now()),
      [one],
      'nobody waits for the lease of the other',
    );
    const retired = leases.listRetired();
    assert.deepEqual(
      retired.map(({ id }) => id),
      [many[0]],
    );
    await world.db.transaction((tx) => leases.release(tx, retired));
    leases.released(retired);
    assert.deepEqual(await acquireDue(), [many[1]]);
  });
});
