import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { eventCatalogue } from '../../src/composition/event-catalogue.ts';
import { type Notifier, notifyNext } from '../../src/notifications/notify-next.ts';
import { statement } from '../../src/platform/db/index.ts';
import { newLogger } from '../../src/platform/logger.ts';
import type { World } from './world.ts';

const behind = statement<object, { count: number }>(`
  select count(*) as count from ordered_events e, notification_cursor c where (e.xid, e.seq) > (c.xid, c.seq)`);
const timeoutMs = 60_000;
const settlingMs = 5;

export const notifierOf = (world: Pick<World, 'db'>, sendsMail = false): Notifier => ({
  sendsMail,
  db: world.db,
  logger: newLogger('silent'),
  catalogue: new Map(eventCatalogue.map((type) => [type.name, type])),
});

/** Runs the notifier until it has read all events. Transactions of other tests on the server can delay that. */
export async function notifyAll(world: World, notifier: Notifier = notifierOf(world)): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while ((await world.db.reads.find(behind, {}))?.count !== 0) {
    assert.ok(performance.now() < deadline, 'the events did not settle');
    if ((await notifyNext(notifier, world.clock.now())) === 0) await wait(settlingMs);
  }
}
