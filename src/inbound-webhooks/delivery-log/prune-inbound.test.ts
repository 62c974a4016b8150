import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld } from '../../../test/support/world.ts';
import { dayMs } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { type Delivery, findDelivery, insertDelivery } from './delivery-store.ts';
import { pruneInbound } from './prune-inbound.ts';

onEveryEngine('the delivery log', (engine) => {
  test('deliveries are deleted after 30 days in small transactions, and their tasks stay', async () => {
    const world = await openWorld(engine, { RATE_LIMIT: 'off', AGENT_TASKS_PER_HOUR: '100000' });
    try {
      const root = await world.person('Root', 'ADMIN');
      await root.post('/api/projects', { name: 'P', key: 'P' });
      const send = () => world.anonymous.post('/webhooks/generic', { event: 'e', projectId: 'P' });
      const { id } = (await send()).body.data;
      await world.db.transaction(async (tx) => {
        const { repeats: _, ...one } = (await findDelivery(tx, { id })) as Delivery;
        for (let i = 0; i < 249; i++) await insertDelivery(tx, { ...one, id: newId(), deliveryId: `${i}` });
      });
      world.clock.advance(20 * dayMs);
      await send();
      const counts = async () => {
        // The first session expires too. An instance administrator sees the log and, as a member, the tasks.
        const reader = await world.person('Reader', 'ADMIN');
        await reader.post('/api/project/P/members', { userId: reader.id, role: 'admin' });
        const urls = ['/v1/inbound?limit=1', '/v1/agent-tasks?projectId=P&limit=1'];
        return Promise.all(urls.map(async (url) => (await reader.get(url)).body.pagination.total));
      };
      await pruneInbound(world.db, world.clock.now());
      assert.deepEqual(await counts(), [251, 2]);
      world.clock.advance(10 * dayMs);
      await pruneInbound(world.db, world.clock.now());
      assert.deepEqual(await counts(), [1, 2]);
      world.clock.advance(200 * dayMs);
      await pruneInbound(world.db, world.clock.now());
      assert.deepEqual(await counts(), [0, 2]);
    } finally {
      await world.close();
    }
  });
});
