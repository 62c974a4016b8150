import { hourMs } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { recordTaskEvent, taskUnheld } from './agent-task-events.ts';
import { countOffered, findTask, offerTask } from './agent-task-store.ts';
import { listHeldCaps, lockHeldTasks } from './claim-store.ts';

/** Offers held tasks, oldest first, as the hourly cap allows. Returns how many. */
export async function offerHeldTasks(db: Database, now: number, tasksPerHourMax: number): Promise<number> {
  let offered = 0;
  for (const capKey of await listHeldCaps(db.reads)) {
    offered += await db.transaction((tx) => offerTasksOfCap(tx, capKey, now, tasksPerHourMax));
  }
  return offered;
}

async function offerTasksOfCap(
  tx: Tx,
  capKey: string,
  now: number,
  tasksPerHourMax: number,
): Promise<number> {
  const free = tasksPerHourMax - (await countOffered(tx, capKey, now - hourMs, tasksPerHourMax));
  const ids = free > 0 ? await lockHeldTasks(tx, capKey, free) : [];
  for (const id of ids) {
    await offerTask(tx, id, now);
    const task = await findTask(tx, id);
    if (task) await recordTaskEvent(tx, undefined, taskUnheld, task, now);
  }
  return ids.length;
}
