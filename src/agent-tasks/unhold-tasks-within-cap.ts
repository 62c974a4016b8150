import { hourMs } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { recordTaskEvent, taskUnheld } from './agent-task-events.ts';
import { countOffered, findTask, unholdTaskRow } from './agent-task-store.ts';
import { listCapKeysOfHeldTasks, lockHeldTasks } from './claim-store.ts';

/** Makes held tasks claimable, oldest first, as the hourly cap allows. Returns how many. */
export async function unholdTasksWithinCap(
  db: Database,
  now: number,
  tasksPerHourMax: number,
): Promise<number> {
  let unheld = 0;
  for (const capKey of await listCapKeysOfHeldTasks(db.reads)) {
    unheld += await db.transaction((tx) => unholdTasksOfCap(tx, capKey, now, tasksPerHourMax));
  }
  return unheld;
}

async function unholdTasksOfCap(
  tx: Tx,
  capKey: string,
  now: number,
  tasksPerHourMax: number,
): Promise<number> {
  const free = tasksPerHourMax - (await countOffered(tx, capKey, now - hourMs, tasksPerHourMax));
  const ids = free > 0 ? await lockHeldTasks(tx, { capKey, limit: free }) : [];
  for (const id of ids) {
    await unholdTaskRow(tx, { id, now });
    const task = await findTask(tx, { id });
    if (task) await recordTaskEvent(tx, undefined, taskUnheld, task, now);
  }
  return ids.length;
}
