import { hourMs } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { countOffered } from '../agent-task-store.ts';
import type { HoldSettings } from './decide-hold.ts';
import * as store from './hold-store.ts';
import { readCaps } from './read-caps.ts';
import { recheckHolds } from './recheck-holds.ts';

const tasksPerTicket = 100;
const tasksPerCap = 100;

/** Makes tasks claimable that the caps held, oldest first, as the caps allow now. Returns how many. */
export async function unholdTasksWithinCap(
  db: Database,
  now: number,
  tasksPerHourMax: number,
): Promise<number> {
  const settings = { now, tasksPerHourMax };
  let unheld = 0;
  for (const ticketId of await store.listTicketsOfHeldTasks(db.reads, { hold: 'ticket' })) {
    unheld += await db.transaction(async (tx) => {
      const tasks = await store.lockHeldTasksOfTicket(tx, {
        hold: 'ticket',
        ticketId,
        limit: tasksPerTicket,
      });
      return recheckHolds(tx, settings, tasks);
    });
  }
  for (const capKey of await store.listCapKeysOfHeldTasks(db.reads, { hold: 'hour' })) {
    unheld += await db.transaction((tx) => unholdTasksOfCap(tx, capKey, settings));
  }
  // Colliding tasks are offered when the other task ends (release-colliding-tasks.ts); here only those whose ticket has
  // moved to another project, for example.
  for (const hold of ['status', 'collision'] as const) {
    for (const capKey of await store.listCapKeysOfHeldTasks(db.reads, { hold })) {
      unheld += await db.transaction(async (tx) =>
        recheckHolds(tx, settings, await store.lockHeldTasks(tx, { hold, capKey, limit: tasksPerCap })),
      );
    }
  }
  return unheld;
}

async function unholdTasksOfCap(tx: Tx, capKey: string, settings: HoldSettings): Promise<number> {
  const { now, tasksPerHourMax } = settings;
  const { tasksPerHour } = await readCaps(tx, capKey, tasksPerHourMax);
  const free = tasksPerHour - (await countOffered(tx, capKey, now - hourMs, tasksPerHour));
  if (free <= 0) return 0;
  return recheckHolds(tx, settings, await store.lockHeldTasks(tx, { hold: 'hour', capKey, limit: free }));
}
